import { useRef, type ReactNode } from 'react';
import { Button, CloseButton, EmptyState, Loader } from '@mantine/core';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import classes from './found.module.css';

interface FoundColumnProps {
  label: string;
  header: ReactNode;
  /** Label of the close button. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** Column with results in place of the list of conversations, until the user closes it. */
export function FoundColumn({ label, header, closeLabel, onClose, children }: FoundColumnProps) {
  return (
    <section className={classes.column} aria-label={label}>
      <header className={classes.header}>
        {header}
        <CloseButton aria-label={closeLabel} title={`${closeLabel} · Esc`} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}

/** The properties of an infinite query that this column uses. */
interface Pages {
  isError: boolean;
  error: Error | null;
  isLoading: boolean;
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface FoundRowsProps<Row> {
  label: string;
  query: Pages;
  /** Rows of all loaded pages. The caller must give the element of each row the row's id as `data-row`. */
  rows: Row[];
  idOf: (row: Row) => string;
  openId: string | null;
  onOpen: (row: Row) => void;
  onClose: () => void;
  /** Message if loading failed. */
  failed: string;
  /** Content if there are no results. */
  nothing: ReactNode;
  /** The rendered rows, in the order of `rows`. */
  children: ReactNode;
}

/** Rows of a result column, page after page. J and K move through the rows, Escape brings the list back. */
export function FoundRows<Row>(props: FoundRowsProps<Row>) {
  const { label, query, rows, idOf, openId, onOpen, onClose, failed, nothing, children } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const here = rows.findIndex((row) => idOf(row) === openId);
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  const step = (by: number) => {
    const next = rows[here < 0 ? 0 : here + by];
    if (here + by >= rows.length - 3) more();
    if (!next) return;
    onOpen(next);
    list.current?.querySelector(`[data-row="${idOf(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useCommands({ next: () => step(1), previous: () => step(-1), back: onClose }, { isFirst: true });
  return (
    <>
      {query.isError && (
        <div className={classes.state} role="alert">
          <EmptyState size="sm" title={failed} description={errorText(codeOf(query.error))}>
            <EmptyState.Actions>
              <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      {query.isLoading && (
        <div className={classes.state} role="status" aria-label={t('common.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {query.isSuccess && rows.length === 0 && <div className={classes.state}>{nothing}</div>}
      <div
        ref={list}
        className={classes.hits}
        role="list"
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) more();
        }}
      >
        {children}
        {query.isFetchingNextPage && <Loader size="xs" m="auto" my={8} />}
      </div>
    </>
  );
}
