import { errorText } from '../lib/i18n';
import { codeOf, problemOf } from '../lib/problem';

/** How a form shows the server's refusals. */
export interface Refusals<Values> {
  /** Form field by problem code: `{ team_name_taken: 'name' }`. */
  fieldOf?: Readonly<Record<string, keyof Values & string>>;
  /**
   * Error message for a field that the server reports as invalid (`errors` of the problem). Missing or undefined: the
   * message of the problem code.
   */
  wordsOf?: (field: string, rule: string, code: string) => string | undefined;
}

/**
 * Converts a refusal of the server into error messages by path of the form's fields; empty if the refusal concerns no
 * field of the form.
 * @param values the form's values, whose keys are its fields
 */
export function refusedFields<Values extends object>(
  refused: unknown,
  values: Values,
  { fieldOf = {}, wordsOf }: Refusals<Values>,
): Record<string, string> {
  const code = codeOf(refused);
  const field = fieldOf[code];
  if (field !== undefined) return { [field]: errorText(code) };
  const named = (problemOf(refused)?.errors ?? []).filter((error) => error.field.split('.')[0]! in values);
  return Object.fromEntries(
    named.map((error) => [error.field, wordsOf?.(error.field, error.rule, code) ?? errorText(code)]),
  );
}
