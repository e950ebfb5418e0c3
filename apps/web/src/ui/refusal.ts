import { errorText } from '../lib/i18n';
import { codeOf, problemOf } from '../lib/problem';

/** Which fields of a form the server's refusals are about. */
export interface Refusals<Values> {
  /** By code: `{ team_name_taken: 'name' }`. */
  fieldOf?: Readonly<Record<string, keyof Values & string>>;
  /** Words for a field that the server named as invalid (`errors` of the problem); those of the code if left out. */
  wordsOf?: (field: string, rule: string, code: string) => string | undefined;
}

/**
 * A refusal as errors of a form's fields, by their paths. Empty where the form has no field that the refusal names.
 *
 * @param values the form's, whose names tell which fields it has
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
