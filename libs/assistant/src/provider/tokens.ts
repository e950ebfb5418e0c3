/** A tokenizer takes long over a run of letters without a blank: it is counted in pieces of so many. */
const LONGEST_RUN = 200;
const BREAK = '\uE000';
/** Of these the tokens are known. */
const exact = /^(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[1-9])/;

/** Whether we count a model's tokens as it does. */
export function countsExactly(model: string): boolean {
  return exact.test(model);
}

/**
 * How many tokens texts have, by the tokenizer of OpenAI's models; about as many for others. What looks like a special
 * token is text like any other.
 */
export async function countTokens(texts: string[]): Promise<number[]> {
  // Large, and of use to few processes: loaded when it is asked for.
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  return texts.map((text) =>
    inPieces(text).reduce((sum, piece) => sum + (piece === '' ? 0 : count(piece, asText)), 0),
  );
}

function inPieces(text: string): string[] {
  const run = new RegExp(`\\S{${LONGEST_RUN + 1},}|\\s{${LONGEST_RUN + 1},}`, 'g');
  const piece = new RegExp(`[^]{1,${LONGEST_RUN}}`, 'g');
  return text.replace(run, (found) => (found.match(piece) ?? []).join(BREAK)).split(BREAK);
}
