import type { ContactAttributeQueries } from '@parley/catalogue/read/contact-settings.queries';

/** @returns names of an organisation's custom attributes, by attribute id */
export async function attributeNames(
  attributes: ContactAttributeQueries,
  customerId: string,
): Promise<ReadonlyMap<string, string>> {
  const all = await attributes.list(customerId);
  return new Map(all.map(({ id, name }) => [id, name]));
}
