/** The path of a Node of this major version: the one that runs, else one installed at its first use. */
export function nodeOf(major: 18 | 20 | 22 | 24): string;
/** Whether the Node that runs is of this major version. */
export function isOwn(major: 20 | 22 | 24): boolean;
