/** What a runner makes of the log of a step: commands are carried out, and everything else is text. */

interface ShownAnnotation {
  severity: 'error' | 'warning' | 'notice';
  message: string;
  /** Such as file, line, title. */
  properties: Record<string, string>;
}

export interface ReadLog {
  annotations: ShownAnnotation[];
  masks: string[];
  /** Commands that no action should write: they change the environment or the log. */
  others: string[];
  /** The lines that people see. */
  log: string;
}

const SEVERITIES: readonly string[] = ['error', 'warning', 'notice'];

/** Takes standard output. Between `::stop-commands::TOKEN` and `::TOKEN::` nothing is a command. */
export function readLog(stdout: string): ReadLog {
  const read: ReadLog = { annotations: [], masks: [], others: [], log: '' };
  const lines: string[] = [];
  let stopped: string | null = null;
  for (const line of stdout.split(/\r?\n/)) {
    const command = commandIn(line);
    if (stopped !== null) {
      if (command?.name === stopped) stopped = null;
      else lines.push(line);
    } else if (command === null) lines.push(line);
    else if (command.name === 'stop-commands') stopped = command.message;
    else if (command.name === 'add-mask') read.masks.push(command.message);
    else if (isSeverity(command.name)) {
      read.annotations.push({ severity: command.name, message: command.message, properties: command.properties });
    } else if (command.name !== 'debug') read.others.push(line);
  }
  return { ...read, log: lines.join('\n') };
}

interface Command {
  name: string;
  message: string;
  properties: Record<string, string>;
}

/** `::name key=value,key=value::message` after white space, or `##[name key=value;key=value]message` anywhere in a line. */
function commandIn(line: string): Command | null {
  const newer = /^\s*::([^:\s]+)(?: (.*?))?::(.*)$/.exec(line);
  if (newer !== null) return commandOf(newer, ',');
  const older = /##\[([^\]\s]+)(?: (.*?))?\](.*)$/.exec(line);
  return older === null ? null : commandOf(older, ';');
}

function commandOf([, name = '', written = '', message = '']: RegExpExecArray, separator: ',' | ';'): Command {
  const properties = written.split(separator).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [] : [[pair.slice(0, at).trim(), unescaped(pair.slice(at + 1))] as const];
  });
  return { name, message: unescaped(message), properties: Object.fromEntries(properties) };
}

function unescaped(text: string): string {
  const codes: Record<string, string> = { '0D': '\r', '0A': '\n', '3A': ':', '2C': ',', '25': '%' };
  return text.replaceAll(/%(0D|0A|3A|2C|25)/g, (code, hex: string) => codes[hex] ?? code);
}

function isSeverity(name: string): name is ShownAnnotation['severity'] {
  return SEVERITIES.includes(name);
}
