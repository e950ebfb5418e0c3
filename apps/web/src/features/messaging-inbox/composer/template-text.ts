/** How many variables a template's body has: the highest of {{1}}, {{2}}, … */
export function variableCount(body: string): number {
  return Math.max(0, ...[...body.matchAll(/\{\{(\d{1,2})\}\}/g)].map((match) => Number(match[1])));
}

/** The body as the contact will read it. A variable without a value stays as it is. */
export function fillVariables(body: string, values: string[]): string {
  return body.replace(
    /\{\{(\d{1,2})\}\}/g,
    (placeholder, number: string) => values[Number(number) - 1] || placeholder,
  );
}
