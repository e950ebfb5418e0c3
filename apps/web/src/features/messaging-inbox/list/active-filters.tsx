import { Suspense, useState } from 'react';
import { Pill, UnstyledButton } from '@mantine/core';
import { chatFilters, type FilterName } from '@parley/contracts/api/chat-filters';
import { useTranslation } from '../../../lib/translation';
import { useFilter, useListKey } from '../address';
import { queryOf } from '../saved-views/saved-views-api';
import classes from './active-filters.module.css';
import { chipNames, filterChips, type FilterChip } from './filter-chips';
import { lazyPart } from '../../../lib/lazy-part';

const SaveViewDialog = lazyPart(() => import('../saved-views/save-view-dialog'), {
  shape: 'card',
  texts: 'inbox-saved-views',
});

/**
 * The active filters, each with a button that removes it. The keyword filter is not among them, since it has its own
 * field.
 */
export function ActiveFilters() {
  const { t } = useTranslation();
  const { filter, clear } = useFilter();
  const key = useListKey();
  const [isSaving, setSaving] = useState(false);
  const active = chipNames.filter((name) => filter[name] !== undefined);
  if (active.length === 0) return null;
  return (
    <div className={classes.filters} role="group" aria-label={t('filter.chosen')}>
      {active.map((name) => (
        <Pills key={name} name={name} chip={filterChips[name]!} />
      ))}
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

function Pills({ name, chip }: { name: FilterName; chip: FilterChip }) {
  const { t } = useTranslation();
  const { filter, change } = useFilter();
  const options = chip.useOptions();
  const chosen = String(filter[name]).split(',');
  return chosen.map((value) => {
    const label = options.find((option) => option.value === value)?.label ?? t('filter.unknown');
    const text = chip.pill?.(t, label) ?? label;
    const others = chosen.filter((other) => other !== value).join();
    return (
      <Pill
        key={value}
        className={classes.filter}
        withRemoveButton
        onRemove={() => change({ [name]: chatFilters[name].parse(others) })}
        removeButtonProps={{
          'aria-label': t('filter.remove', { filter: text }),
          tabIndex: 0,
          'aria-hidden': false,
        }}
      >
        {text}
      </Pill>
    );
  });
}
