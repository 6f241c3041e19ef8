/** The YAML language server that editors run, spoken to as they do: LSP over stdio. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const SERVER = require.resolve('yaml-language-server/bin/yaml-language-server');
const HEAD_END = '\r\n\r\n';

interface Message {
  id?: number | undefined;
  method?: string;
  params?: unknown;
  result?: unknown;
}

interface Position {
  line: number;
  character: number;
}

interface Published {
  uri: string;
  diagnostics: { range: { start: Position }; message: string }[];
}

/** Each takes the text of a file and the folder that it is opened in; it need not be on the disk. */
export interface LanguageServer {
  /** Gives `line: message` for each problem, by line. */
  problems: (text: string, folder: string) => Promise<string[]>;
  /** What is shown over the first character of `word`, where it first stands in the text. */
  hover: (text: string, word: string, folder: string) => Promise<string>;
  /** What is proposed at the `¦` of the text. */
  proposals: (text: string, folder: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Starts it. It fetches no schemas from elsewhere: those of the modelines are files. */
export async function startLanguageServer(): Promise<LanguageServer> {
  const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const settings = { validate: true, hover: true, completion: true, schemaStore: { enable: false } };
  const answers = new Map<number, (result: unknown) => void>();
  const waiting = new Map<string, (published: Published) => void>();
  let configured = () => {};
  const ready = new Promise<void>((resolve) => {
    configured = resolve;
  });

  receive(child, (message) => {
    if (message.id !== undefined && message.method === undefined) answers.get(message.id)?.(message.result);
    else if (message.method === 'workspace/configuration') {
      const { items } = message.params as { items: { section: string }[] };
      send(child, { id: message.id, result: items.map(({ section }) => (section === 'yaml' ? settings : {})) });
      configured();
    } else if (message.id !== undefined) send(child, { id: message.id, result: null });
    else if (message.method === 'textDocument/publishDiagnostics') {
      const published = message.params as Published;
      waiting.get(published.uri)?.(published);
    }
  });

  const ask = (method: string, params: unknown) =>
    new Promise<unknown>((resolve) => {
      const id = answers.size + 1;
      answers.set(id, resolve);
      send(child, { id, method, params });
    });
  // Each text is a file of its own: what is said of the one before cannot be taken for an answer.
  let files = 0;
  const open = (text: string, folder: string) => {
    files += 1;
    const uri = pathToFileURL(path.join(folder, `as-if-${files}.yaml`)).href;
    const published = new Promise<Published>((resolve) => waiting.set(uri, resolve));
    send(child, {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
    });
    return { uri, published };
  };
  const askAt = (method: string, text: string, offset: number, folder: string) => {
    const { uri } = open(text, folder);
    return ask(method, { textDocument: { uri }, position: positionOf(text, offset) });
  };

  const capabilities = {
    workspace: { configuration: true },
    textDocument: { hover: { contentFormat: ['markdown'] }, completion: { completionItem: { snippetSupport: true } } },
  };
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities });
  send(child, { method: 'initialized', params: {} });
  await ready;

  return {
    problems: async (text, folder) => {
      const { diagnostics } = await open(text, folder).published;
      const byLine = diagnostics.sort((a, b) => a.range.start.line - b.range.start.line);
      return byLine.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
    },
    hover: async (text, word, folder) => {
      const shown = await askAt('textDocument/hover', text, text.indexOf(word), folder);
      return (shown as { contents: { value: string } } | null)?.contents.value ?? '';
    },
    proposals: async (text, folder) => {
      const shown = await askAt('textDocument/completion', text.replace('¦', ''), text.indexOf('¦'), folder);
      return (shown as { items: { label: string }[] }).items.map(({ label }) => label);
    },
    close: async () => {
      await ask('shutdown', null);
      const exited = once(child, 'exit');
      send(child, { method: 'exit' });
      await exited;
    },
  };
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function send(child: ChildProcess, message: Message): void {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`);
}

function receive(child: ChildProcess, take: (message: Message) => void): void {
  let bytes = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf(HEAD_END);
      const start = end + HEAD_END.length;
      const length = Number(/Content-Length: (\d+)/.exec(bytes.subarray(0, Math.max(0, end)).toString())?.[1]);
      if (end === -1 || bytes.length < start + length) return;
      const body = bytes.subarray(start, start + length).toString();
      bytes = bytes.subarray(start + length);
      take(JSON.parse(body));
    }
  });
}
