import { Suspense, useState } from 'react';
import { Pill, UnstyledButton } from '@mantine/core';
import {
  useChannelsById,
  useLabelsById,
  useTagsById,
  useTeamsById,
  useUsersById,
} from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { filterFields, useFilter, useListKey, type FilterField } from '../address';
import { queryOf } from '../saved-views/saved-views-api';
import classes from './active-filters.module.css';
import { lazyPart } from '../../../lib/lazy-part';

const SaveViewDialog = lazyPart(() => import('../saved-views/save-view-dialog'), {
  shape: 'card',
  texts: 'inbox-saved-views',
});

/** The active filters, each with a button that removes it. The keyword is in its own field. */
export function ActiveFilters() {
  const { t } = useTranslation();
  const { filter, change, clear } = useFilter();
  const nameOf = useFilterNames();
  const key = useListKey();
  const [isSaving, setSaving] = useState(false);
  const chosen = filterFields.flatMap((field) => (filter[field] ?? []).map((id) => ({ field, id })));
  if (chosen.length === 0 && filter.read === undefined && !filter.sla) return null;
  const remove = (text: string) => ({
    'aria-label': t('filter.remove', { filter: text }),
    tabIndex: 0,
    'aria-hidden': false,
  });
  const reading = t(filter.read ? 'filter.read' : 'filter.unread');
  return (
    <div className={classes.filters} role="group" aria-label={t('filter.chosen')}>
      {filter.read !== undefined && (
        <Pill
          className={classes.filter}
          withRemoveButton
          onRemove={() => change({ read: undefined })}
          removeButtonProps={remove(reading)}
        >
          {reading}
        </Pill>
      )}
      {filter.sla?.map((stage) => (
        <Pill
          key={stage}
          className={classes.filter}
          withRemoveButton
          onRemove={() => change({ sla: filter.sla?.filter((other) => other !== stage) })}
          removeButtonProps={remove(t(`sla.stage.${stage}`))}
        >
          {t(`sla.stage.${stage}`)}
        </Pill>
      ))}
      {chosen.map(({ field, id }) => {
        const text = t('filter.chip', { field: t(`filter.one.${field}`), name: nameOf(field, id) });
        return (
          <Pill
            key={id}
            className={classes.filter}
            withRemoveButton
            onRemove={() => change({ [field]: filter[field]?.filter((other) => other !== id) })}
            removeButtonProps={remove(text)}
          >
            {text}
          </Pill>
        );
      })}
      <UnstyledButton className={classes.clear} onClick={clear}>
        {t('filter.clear')}
      </UnstyledButton>
      <UnstyledButton className={classes.clear} onClick={() => setSaving(true)}>
        {t('filter.save')}
      </UnstyledButton>
      {isSaving && (
        <Suspense>
          <SaveViewDialog query={queryOf(key)} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </div>
  );
}

function useFilterNames(): (field: FilterField, id: string) => string {
  const { t } = useTranslation();
  const channels = useChannelsById();
  const teams = useTeamsById();
  const users = useUsersById();
  const tags = useTagsById();
  const labels = useLabelsById();
  return (field, id) => {
    const name = {
      channels: channels.get(id)?.name,
      teams: teams.get(id)?.name,
      userIds: users.get(id)?.displayName,
      tags: tags.get(id)?.name,
      labelIds: labels.get(id)?.name,
    }[field];
    return name ?? t('filter.unknown');
  };
}
