import { useState } from 'react';
import { EmptyState } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { AddButton, List, ListSearch } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { labelsQuery, tagsQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import type { MarkKind } from './catalogue-api';
import classes from './catalogue.module.css';
import { DeleteMark } from './delete-mark';
import { MarkForm } from './mark-form';
import { MarkRow } from './mark-row';
import { MergeMark } from './merge-mark';

type Asked = { what: 'merge' | 'delete'; mark: MarkResponse } | null;

export function MarksPage({ kind }: { kind: MarkKind }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  // The server does not push the numbers of uses, so the query refetches on every visit.
  const marks = useQuery({ ...(kind === 'tag' ? tagsQuery : labelsQuery), refetchOnMount: 'always' });
  const add = (
    <AddButton variant={isAdding ? 'default' : 'filled'} disabled={isAdding} onClick={() => setAdding(true)}>
      {t(`catalogue.${kind}.add`)}
    </AddButton>
  );
  return (
    <SettingsPage title={t(`catalogue.${kind}.title`)} intro={t(`catalogue.${kind}.intro`)} actions={add}>
      <Loadable query={marks} failed={t(`catalogue.${kind}.failed`)}>
        {(all) => (
          <>
            <ListSearch
              count={all.length}
              label={t('catalogue.search')}
              value={search}
              onChange={setSearch}
            />
            {isAdding && <MarkForm kind={kind} taken={all} onDone={() => setAdding(false)} />}
            <Marks
              kind={kind}
              marks={all.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))}
              isEmpty={all.length === 0 && !isAdding}
              isSearch={search.trim() !== ''}
              onAsk={setAsked}
            />
            {asked?.what === 'delete' && (
              <DeleteMark kind={kind} mark={asked.mark} onClose={() => setAsked(null)} />
            )}
            {asked?.what === 'merge' && (
              <MergeMark kind={kind} mark={asked.mark} all={all} onClose={() => setAsked(null)} />
            )}
          </>
        )}
      </Loadable>
    </SettingsPage>
  );
}

interface MarksProps {
  kind: MarkKind;
  marks: MarkResponse[];
  isEmpty: boolean;
  /** Whether the list is empty only because no tag or label matches the search. */
  isSearch: boolean;
  onAsk: (asked: Asked) => void;
}

function Marks({ kind, marks, isEmpty, isSearch, onAsk }: MarksProps) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string | null>(null);
  if (isEmpty) {
    return (
      <EmptyState
        icon={<IconTag stroke={1.3} />}
        title={t(`catalogue.${kind}.empty`)}
        description={t(`catalogue.${kind}.emptyHint`)}
      />
    );
  }
  return (
    <List label={t(`catalogue.${kind}.title`)}>
      {marks.map((mark) => (
        <li key={mark.id}>
          {edited === mark.id ? (
            <MarkForm kind={kind} mark={mark} taken={marks} onDone={() => setEdited(null)} />
          ) : (
            <MarkRow
              kind={kind}
              mark={mark}
              canMerge={marks.length > 1}
              onEdit={() => setEdited(mark.id)}
              onMerge={() => onAsk({ what: 'merge', mark })}
              onDelete={() => onAsk({ what: 'delete', mark })}
            />
          )}
        </li>
      ))}
      {marks.length === 0 && isSearch && <li className={classes.nothing}>{t('catalogue.nothing')}</li>}
    </List>
  );
}
