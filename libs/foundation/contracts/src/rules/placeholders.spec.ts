import fc from 'fast-check';
import { replaceVariables, variablesIn } from '../events/template-content';
import { fillExpressions } from './variable-expressions';
import { fillAutomaticText, type VariableValues } from './variables';

const values: VariableValues = {
  'contact.name': null,
  'contact.phone': null,
  'contact.email': null,
  'agent.name': null,
};
const contact = { name: '', phone: null, email: null };

test.each([
  ['an open variable and blanks', `{{${' '.repeat(60_000)}`],
  ['an open variable, a letter and blanks', `{{a${' '.repeat(60_000)}`],
  ['an open variable with a fallback', `{{a|${' '.repeat(60_000)}`],
  ['blanks without a variable', ' '.repeat(60_000)],
  ['many open variables', '{{a '.repeat(15_000)],
])('takes time in proportion to the text: %s', (_, text) => {
  const start = performance.now();
  variablesIn(text);
  replaceVariables(text, () => '');
  fillExpressions(text, { contact });
  fillAutomaticText(`a${text}b`, values);
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('finds the same variables as regular expressions with lazy quantifiers', () => {
  const part = fc.constantFrom('{{', '}}', '{', '}', ' ', '\n', '|', 'a', 'b1', '.');
  const texts = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const lazy = [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name);
      expect(variablesIn(text)).toEqual([...new Set(lazy)]);
      expect(fillAutomaticText(text, values)).toBe(
        text
          .replace(/^[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}[,;:.!]?[ \t]*/gim, '')
          .replace(/[ \t]*\{\{\s*[a-z][\w.-]*\s*\}\}/gi, '')
          .trim(),
      );
    }),
    { numRuns: 2_000 },
  );
});
