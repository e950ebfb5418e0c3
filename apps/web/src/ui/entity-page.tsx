import type { ReactElement, ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loadable } from './loadable';
import { Missing } from './missing';
import { SettingsPage } from './settings-page';

interface EntityPageProps<Data, Entity> {
  query: UseQueryResult<Data>;
  find: (data: Data) => Entity | undefined;
  titleOf: (entity: Entity) => string;
  /** The page's title until the entity's name is loaded. */
  title: string;
  introOf?: (entity: Entity) => ReactNode;
  back: { to: string; label: string };
  /** Error message if the list cannot be loaded. */
  failed: string;
  /** Title of the message if the list does not contain the entity, because it never existed or was deleted. */
  missing: string;
  icon: ReactElement;
  /** Whether the page is wide, as tables and previews need. */
  wide?: boolean;
  children: (entity: Entity, data: Data) => ReactNode;
}

/**
 * Page of one entity of a list: shows the entity once the list has loaded, or a message if the list does not contain
 * it.
 */
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
