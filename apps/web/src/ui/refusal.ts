import { errorText } from '../lib/i18n';
import { codeOf, problemOf } from '../lib/problem';

/** Maps the server's refusals to fields of a form. */
export interface Refusals<Values> {
  /** Field by problem code: `{ team_name_taken: 'name' }`. */
  fieldOf?: Readonly<Record<string, keyof Values & string>>;
  /**
   * Message for a field that the server reports as invalid (`errors` of the problem); default: the code's message.
   */
  wordsOf?: (field: string, rule: string, code: string) => string | undefined;
}

/**
 * Converts a refusal into errors of a form's fields, by their paths. Empty if the refusal names no field of the form.
 *
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
