/** What a suite counted, for whoever reads the run. */
export function say(text: string): void {
  // biome-ignore lint/suspicious/noConsole: counts of scenarios are printed
  console.info(text);
}
