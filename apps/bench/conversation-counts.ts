const MANY: Record<string, number> = { '': 1, k: 1_000, M: 1_000_000 };

/** The numbers in a list such as `10k,100k,1M`, in ascending order; null for any other text. */
export function conversationCounts(text: string): number[] | null {
  const counts = text.split(',').map((part) => {
    const [, digits, unit = ''] = /^([1-9]\d*)([kM]?)$/.exec(part) ?? [];
    return digits === undefined ? NaN : Number(digits) * MANY[unit]!;
  });
  return counts.some(Number.isNaN) ? null : counts.sort((a, b) => a - b);
}
