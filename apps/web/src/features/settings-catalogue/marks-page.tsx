import { useState } from 'react';
import { Button, EmptyState, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MarkResponse } from '@parley/contracts/api/catalogue';
import { labelsQuery, tagsQuery } from '../../lib/directory';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import type { MarkKind } from './catalogue-api';
import classes from './catalogue.module.css';
import { DeleteMark } from './delete-mark';
import { MarkForm } from './mark-form';
import { MarkRow } from './mark-row';
import { MergeMark } from './merge-mark';

/** From here on a list is long enough to search. */
const SEARCH_FROM = 8;

type Asked = { what: 'merge' | 'delete'; mark: MarkResponse } | null;

/** Tags or labels: their names, colours and use; made, changed, merged and deleted in place. */
export function MarksPage({ kind }: { kind: MarkKind }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  // Use is not pushed: it is counted as of when one looks.
  const marks = useQuery({ ...(kind === 'tag' ? tagsQuery : labelsQuery), refetchOnMount: 'always' });
  const add = (
    <Button
      variant={isAdding ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} />}
      disabled={isAdding}
      onClick={() => setAdding(true)}
    >
      {t(`catalogue.${kind}.add`)}
    </Button>
  );
  return (
    <SettingsPage title={t(`catalogue.${kind}.title`)} intro={t(`catalogue.${kind}.intro`)} actions={add}>
      <Loadable query={marks} failed={t(`catalogue.${kind}.failed`)}>
        {(all) => (
          <>
            {all.length >= SEARCH_FROM && (
              <TextInput
                className={classes.search}
                leftSection={<IconSearch size={15} />}
                placeholder={t('catalogue.search')}
                aria-label={t('catalogue.search')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            {isAdding && <MarkForm kind={kind} taken={all} onDone={() => setAdding(false)} />}
            <List
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

interface ListProps {
  kind: MarkKind;
  marks: MarkResponse[];
  isEmpty: boolean;
  /** Others are there that do not match. */
  isSearch: boolean;
  onAsk: (asked: Asked) => void;
}

function List({ kind, marks, isEmpty, isSearch, onAsk }: ListProps) {
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
    <ul className={classes.list} aria-label={t(`catalogue.${kind}.title`)}>
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
    </ul>
  );
}
