/** Fields that an answer may be asked for at most. */
const MOST_FIELDS = 100;

/** What a query names, with commas between or again and again; null: everything. */
export function namesIn(value: unknown): string[] | null {
  const texts = [value].flat().filter((each): each is string => typeof each === 'string');
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim());
  const given = names.filter(Boolean).slice(0, MOST_FIELDS);
  return given.length > 0 ? given : null;
}

/** Leaves of each row, or of one thing, the fields that are named. What a row does not have is left out. */
export function onlyFields(answer: object, names: string[]): object {
  const pick = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  if (!('data' in answer)) return pick(answer);
  const { data } = answer;
  return Array.isArray(data) ? { ...answer, data: data.map((row) => pick(row as object)) } : answer;
}

/** Rows on a page where a query asks for a page without saying how many it has. */
const PER_PAGE = 50;

/** A list that is whole, as the page of it that a query asks for: all of it on one page where it asks for none. */
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
