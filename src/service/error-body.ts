/** Reads the body of an error, in any of the shapes of API spec 7 and of measured deployments. */
import type * as z from 'zod';
import { jsonIn } from '../model/json.ts';
import { isPage, titleOf } from './answer-body.ts';
import { dotted } from './misfit.ts';
import { errorBody } from './wire.ts';

/** `detail`: the text of the service, unsafe to show. `isBroken`: JSON that ends too early, so without its message. */
export interface ErrorBody {
  code: string | null;
  detail: string | null;
  hint: string | null;
  isPage: boolean;
  isBroken: boolean;
}

const SILENT: ErrorBody = { code: null, detail: null, hint: null, isPage: false, isBroken: false };
/** Enough to show: the rest of a huge page or text is not decoded. */
const READ_BYTES = 64 * 1024;
const SHOWN_ISSUES = 5;

/** Reads what it can: of an unknown shape the text, of an HTML page the title. */
export function readErrorBody(body: Uint8Array, contentType: string | null): ErrorBody {
  const text = new TextDecoder().decode(body.subarray(0, READ_BYTES)).trim();
  if (text === '') return SILENT;
  if (isPage(text, contentType)) return { ...SILENT, detail: titleOf(text), isPage: true };
  const isCut = body.length > READ_BYTES;
  const json = jsonIn(isCut && /^[[{"]/.test(text) ? new TextDecoder().decode(body) : text);
  if (json === undefined)
    return { ...SILENT, detail: unparsed(text, isCut), isBroken: text.startsWith('{'), isPage: /^[^{[]/.test(text) };
  if (typeof json === 'string') return { ...SILENT, detail: json };
  return readKnownJson(json) ?? { ...SILENT, detail: unparsed(text, false) };
}

function readKnownJson(json: unknown): ErrorBody | null {
  const read = errorBody.safeParse(json);
  if (!read.success) return null;
  const { error, message } = read.data;
  if (typeof error === 'string') return { ...SILENT, detail: error };
  const issues = error?.issues?.length ? issueList(error.issues) : null;
  const detail = error?.message ?? issues ?? message ?? null;
  if (detail === null && error?.code === undefined) return null;
  return { ...SILENT, code: error?.code ?? null, detail, hint: error?.hint || null };
}

type Issues = NonNullable<Exclude<NonNullable<z.infer<typeof errorBody>['error']>, string>['issues']>;

function issueList(issues: Issues): string {
  const shown = issues.slice(0, SHOWN_ISSUES).map(({ message, path }) => {
    return path.length === 0 ? message : `${message} (${dotted(path)})`;
  });
  const rest = issues.length - shown.length;
  return rest > 0 ? `${shown.join('; ')}; and ${rest} more` : shown.join('; ');
}

function unparsed(text: string, isCut: boolean): string {
  if (!/^[[{]/.test(text)) return text;
  return isCut ? `a very long body that begins ${text}` : `a body that is not an error of the API: ${text}`;
}
