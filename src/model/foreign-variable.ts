/** Variables of shells, workflows and templates: `$NAME`, `${NAME}`, `${{ secrets.NAME }}`, `{{ env.NAME }}`, `%NAME%`. */
const VARIABLE = new RegExp(
  [
    String.raw`\$\{\{?\s*(?:\w+\.)*(?<braces>[A-Za-z_]\w*)\s*\}\}?`,
    String.raw`\{\{-?\s*\$?\.?(?:[Ee]nv|ENV|secrets|vars)\.(?<template>\w+)\s*-?\}\}`,
    String.raw`^\s*(?:\$(?<shell>[A-Z_][A-Z\d_]+)|%(?<windows>[A-Z_][A-Z\d_]+)%)\s*$`,
  ].join('|'),
);

/** The first variable in a text, with its name. `isWhole`: it is the whole text. */
export function foreignVariable(text: string): { written: string; name: string; isWhole: boolean } | null {
  const found = VARIABLE.exec(text);
  const name = Object.values(found?.groups ?? {}).find((one) => one !== undefined);
  if (found === null || name === undefined) return null;
  return { written: found[0].trim(), name, isWhole: found[0].trim() === text.trim() };
}
