import { messageOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withTheirs } from '../../diagnostics/message.ts';
import { redactor } from '../../diagnostics/redactor.ts';
import { replacedInAnyCase } from '../../planning/any-case.ts';
import type { Secret } from '../../planning/secrets.ts';

/** What hides secrets in the words of a service, which may spell them in its own way. */
export function inWordsOfService(secrets: readonly Secret[]): (text: string) => string {
  return redactor(secrets.map(({ name, value }) => ({ value, shown: `(secret ${name})` })));
}

/**
 * Secrets must not be shown with the line or the text that they are in. Takes diagnostics and secrets; gives them with
 * what stands for each value, and in the line of a file as many `*` as it is long, so that marks stay in place.
 */
export function withoutSecrets(diagnostics: readonly Diagnostic[], secrets: readonly Secret[]): Diagnostic[] {
  const hidden = secrets.filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length);
  const hide = (text: string, stand: (secret: Secret, found: string) => string) =>
    hidden.reduce((left, one) => replacedInAnyCase(left, one.value, (found) => stand(one, found)), text);
  const named = (text: string) => hide(text, ({ name, shown = `(secret ${name})` }) => shown);
  return diagnostics.map((diagnostic) => {
    const { rule, excerpt } = diagnostic;
    const said = withTheirs(messageOf(diagnostic), (part) => ({ ...part, theirs: named(part.theirs) }));
    const shown: Diagnostic = { ...diagnostic, said };
    if (rule !== undefined) shown.rule = named(rule);
    if (excerpt !== undefined) {
      shown.excerpt = { ...excerpt, text: hide(excerpt.text, (_, found) => '*'.repeat([...found].length)) };
    }
    return shown;
  });
}
