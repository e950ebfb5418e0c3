/** Maximum number of fields that a query can name. */
const MAX_FIELDS = 100;

/** Field names in a query, separated by commas or in repeated parameters; null if there are none. */
export function namesIn(value: unknown): string[] | null {
  const texts = [value].flat().filter((each): each is string => typeof each === 'string');
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  const given = names.filter(Boolean).slice(0, MAX_FIELDS);
  return given.length > 0 ? given : null;
}

/**
 * Keeps only the named fields of a response: of each row in `data`, or of the response itself if it is a single
 * object. Unknown names are ignored.
 */
export function onlyFields(answer: object, names: string[]): object {
  const pick = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  if (!('data' in answer)) return pick(answer);
  const { data } = answer;
  return Array.isArray(data) ? { ...answer, data: data.map((row) => pick(row as object)) } : answer;
}

/** Number of rows per page if a query contains a page but no limit. */
const PER_PAGE = 50;

/** The page of a complete list that a query requests; the whole list as one page if it requests none. */
export function pageOf<Row>(all: Row[], asked: { page?: unknown; limit?: unknown }) {
  const isPaged = asked.page !== undefined || asked.limit !== undefined;
  const page = isPaged ? Number(asked.page ?? 1) : 1;
  const perPage = isPaged ? Number(asked.limit ?? PER_PAGE) : Math.max(all.length, 1);
  const data = all.slice((page - 1) * perPage, page * perPage);
  return {
    data,
    count: data.length,
    total: all.length,
    page,
    pageCount: Math.ceil(all.length / perPage),
    perPage,
  };
}
