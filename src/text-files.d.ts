/** Files that the build takes as text: see scripts/text-files.mjs. */
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.md' {
  export { default } from '*.css';
}
declare module '*.yml' {
  export { default } from '*.css';
}
