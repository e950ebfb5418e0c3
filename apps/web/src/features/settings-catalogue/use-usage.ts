import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { labelsQuery, tagsQuery } from '../../lib/directory';
import type { MarkKind } from './catalogue-api';

/**
 * Number of conversations or contacts with a tag or label. Always refetched, because the user decides by it whether
 * to delete or merge.
 */
export function useUsage(kind: MarkKind, mark: MarkResponse): number {
  const { data, refetch } = useQuery(kind === 'tag' ? tagsQuery : labelsQuery);
  useEffect(() => void refetch(), [refetch]);
  return data?.find(({ id }) => id === mark.id)?.usage ?? mark.usage;
}
