import { useState } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBookmark, IconDots, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SavedViewResponse } from '@parley/contracts/api/saved-views';
import { offerUndo } from '../../../conversation/composer/undo-toast';
import { can, useMe } from '../../../lib/me';
import { useDelete, useSave } from '../../../lib/resource';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useListKey } from '../address';
import columnClasses from '../list/lists-column.module.css';
import { queryOf, savedViews, savedViewsQuery } from './saved-views-api';
import classes from './saved-views.module.css';
import SaveViewDialog from './save-view-dialog';

/** The user's saved views and the shared ones, shown below the lists. */
export default function SavedViews() {
  const { t } = useTranslation();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const here = queryOf(useListKey());
  if (views.length === 0) return null;
  return (
    <section className={classes.views} aria-label={t('savedViews.title')}>
      <h2 className={classes.title}>{t('savedViews.title')}</h2>
      {views.map((view) => (
        <div key={view.id} className={classes.line}>
          <Link
            className={columnClasses.link}
            to={`/messaging-inbox?${view.query}`}
            aria-current={view.query === here ? 'page' : undefined}
          >
            <span className={columnClasses.icon} aria-hidden>
              {view.visibility === 'everybody' ? (
                <IconUsers size={16} stroke={1.6} />
              ) : (
                <IconBookmark size={16} stroke={1.6} />
              )}
            </span>
            <span className={columnClasses.label}>{view.name}</span>
          </Link>
          <ViewMenu view={view} />
        </div>
      ))}
    </section>
  );
}

function ViewMenu({ view }: { view: SavedViewResponse }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const [isEditing, setEditing] = useState(false);
  const remove = useDelete(savedViews, view.id);
  const restore = useSave<SavedViewResponse>(savedViews);
  if (view.visibility === 'everybody' && !can(ability, 'update', 'sharedSavedViews')) return null;
  const { name, query, visibility } = view;
  const deleteIt = () =>
    remove.mutate(undefined, {
      onSuccess: () =>
        offerUndo(t('savedViews.deleted', { name }), () => restore.mutateAsync({ name, query, visibility })),
      onError: (error) => toastFailure(error),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} className={classes.more} aria-label={t('savedViews.more', { name })}>
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            {t('savedViews.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={deleteIt}>
            {t('savedViews.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isEditing && <SaveViewDialog query={query} view={view} onClose={() => setEditing(false)} />}
    </>
  );
}
