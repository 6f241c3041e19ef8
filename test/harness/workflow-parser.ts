/** GitHub's own parser of workflows and actions. Node cannot import it as it is (it imports JSON): it is bundled first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeBundle } from './bundled.ts';

const MODULE = `
  export { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
  export { convertActionTemplate, parseAction } from '@actions/workflow-parser/actions/index';
`;

type Parser = typeof import('@actions/workflow-parser') & typeof import('@actions/workflow-parser/actions/index');

export interface OfficialParser {
  /** What is wrong with a workflow, expressions in it too. */
  workflowErrors: (name: string, content: string) => Promise<string[]>;
  actionErrors: (name: string, content: string) => string[];
}

/** Bundles the parser; what it takes on the disk is gone when it is there. */
export async function officialParser(): Promise<OfficialParser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-parser-'));
  try {
    const outfile = path.join(folder, 'parser.mjs');
    await writeBundle(MODULE, outfile);
    return parserOf((await import(pathToFileURL(outfile).href)) as Parser);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parserOf(parser: Parser): OfficialParser {
  const trace = new parser.NoOperationTraceWriter();
  return {
    workflowErrors: async (name, content) => {
      const { context, value } = parser.parseWorkflow({ name, content }, trace);
      if (value !== undefined) await parser.convertWorkflowTemplate(context, value);
      return context.errors.getErrors().map(({ message }) => message);
    },
    actionErrors: (name, content) => {
      const { context, value } = parser.parseAction({ name, content }, trace);
      if (value !== undefined) parser.convertActionTemplate(context, value);
      return context.errors.getErrors().map(({ message }) => message);
    },
  };
}
