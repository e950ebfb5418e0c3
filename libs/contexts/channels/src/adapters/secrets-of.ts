/** Reads the secrets with these names; missing ones are omitted. */
export async function secretsOf(
  names: readonly string[],
  secretOf: (name: string) => Promise<string | null>,
): Promise<Record<string, string>> {
  const found = await Promise.all(names.map(async (name) => [name, await secretOf(name)] as const));
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== null));
}
