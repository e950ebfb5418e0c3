import type { ReactElement, ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loadable } from './loadable';
import { Missing } from './missing';
import { SettingsPage } from './settings-page';

interface EntityPageProps<Data, Entity> {
  query: UseQueryResult<Data>;
  find: (data: Data) => Entity | undefined;
  titleOf: (entity: Entity) => string;
  /** The title until the entity's name is loaded. */
  title: string;
  introOf?: (entity: Entity) => ReactNode;
  back: { to: string; label: string };
  /** Message if the list cannot be loaded. */
  failed: string;
  /** Message if the list does not contain the entity: it never existed or was deleted. */
  missing: string;
  icon: ReactElement;
  /** Tables and previews need more room than forms. */
  wide?: boolean;
  children: (entity: Entity, data: Data) => ReactNode;
}

/** The page of one entity of a list: shows the entity once the list has loaded, or that it does not exist. */
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
