import type { OrganisationIdResponse } from '@parley/contracts/api/access';
import { failureOf, RequestFailed } from '../../lib/problem';
import { API_KEY } from '../../lib/session';

/**
 * Finds the organisation with a domain; needs no session.
 * @throws RequestFailed `not_found` if there is none
 */
export async function findOrganisation(domain: string): Promise<OrganisationIdResponse> {
  const path = `/api/gateway/v1/customers/domain/${encodeURIComponent(domain)}/org-id`;
  const response = await fetch(path, { headers: { 'api-key': API_KEY } }).catch(() => null);
  if (!response) throw new RequestFailed('network', 0);
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as OrganisationIdResponse;
}
