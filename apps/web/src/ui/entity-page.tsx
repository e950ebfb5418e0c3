import type { ReactElement, ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loadable } from './loadable';
import { Missing } from './missing';
import { SettingsPage } from './settings-page';

interface EntityPageProps<Data, Entity> {
  /** The list that holds the entity. */
  query: UseQueryResult<Data>;
  find: (data: Data) => Entity | undefined;
  /** The entity's name. */
  titleOf: (entity: Entity) => string;
  /** The title while there is no name. */
  title: string;
  introOf?: (entity: Entity) => ReactNode;
  /** The list's page. */
  back: { to: string; label: string };
  /** Said where the list cannot be loaded. */
  failed: string;
  /** Said where it has no such entity: it never was, or somebody deleted it. */
  missing: string;
  icon: ReactElement;
  /** Tables and previews need more room than forms. */
  wide?: boolean;
  children: (entity: Entity, data: Data) => ReactNode;
}

/** The page of one entity of a list: the entity once the list is loaded, or that there is none. */
export function EntityPage<Data, Entity>({ query, find, children, ...page }: EntityPageProps<Data, Entity>) {
  const entity = query.data === undefined ? undefined : find(query.data);
  return (
    <SettingsPage
      title={(entity && page.titleOf(entity)) || page.title}
      intro={entity && page.introOf?.(entity)}
      back={page.back}
      wide={page.wide}
    >
      <Loadable query={query} failed={page.failed}>
        {(data) =>
          entity === undefined ? <Missing icon={page.icon} title={page.missing} /> : children(entity, data)
        }
      </Loadable>
    </SettingsPage>
  );
}
