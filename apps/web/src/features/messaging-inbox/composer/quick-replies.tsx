import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { quickRepliesQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import classes from './quick-replies.module.css';
import { QUICK_REPLIES_ID, type ListKeys } from './use-quick-replies';

interface QuickRepliesProps {
  search: string;
  keys: Ref<ListKeys | null>;
  onActive: (id: string | undefined) => void;
  onChoose: (reply: QuickReplyResponse) => void;
}

const optionId = ({ id }: QuickReplyResponse) => `${QUICK_REPLIES_ID}-${id}`;

/** Texts to choose from, above the composer. The composer keeps the focus and hands on the keys. */
export default function QuickReplies({ search, keys, onActive, onChoose }: QuickRepliesProps) {
  const { t } = useTranslation();
  const { data } = useQuery(quickRepliesQuery);
  const found = matching(data ?? [], search);
  const [chosen, setChosen] = useState({ search, index: 0 });
  const index = chosen.search === search ? Math.min(chosen.index, found.length - 1) : 0;
  const active = found[index];
  const activeId = active && optionId(active);
  const list = useRef<HTMLDivElement>(null);

  useImperativeHandle(keys, () => (key) => {
    if (!active) return false;
    if (key === 'ArrowDown') setChosen({ search, index: (index + 1) % found.length });
    else if (key === 'ArrowUp') setChosen({ search, index: (index - 1 + found.length) % found.length });
    else if (key === 'Enter' || key === 'Tab') onChoose(active);
    else return false;
    return true;
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) list.current?.querySelector(`#${activeId}`)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeId, onActive]);

  if (data === undefined || (found.length === 0 && (data.length > 0 || search !== ''))) return null;
  return (
    // The field keeps the focus, and the place where the text goes.
    <div className={classes.list} ref={list} onMouseDown={(event) => event.preventDefault()}>
      {found.length === 0 ? (
        <p className={classes.none}>
          {t('composer.quickRepliesNone')}{' '}
          <Anchor component={Link} to="/settings/quick-replies" size="sm">
            {t('composer.quickRepliesMake')}
          </Anchor>
        </p>
      ) : (
        <div role="listbox" id={QUICK_REPLIES_ID} aria-label={t('composer.quickReplies')}>
          {found.map((reply, place) => (
            <div
              key={reply.id}
              id={optionId(reply)}
              role="option"
              aria-selected={place === index}
              className={classes.option}
              onClick={() => onChoose(reply)}
            >
              {reply.title && <span className={classes.title}>{reply.title}</span>}
              <span className={classes.text}>{reply.message}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Those whose title begins so come first, then whatever else holds it. */
function matching(replies: QuickReplyResponse[], search: string): QuickReplyResponse[] {
  const sought = search.toLowerCase();
  const begins = ({ title }: QuickReplyResponse) => title?.toLowerCase().startsWith(sought) ?? false;
  const holds = ({ title, message }: QuickReplyResponse) =>
    `${title ?? ''} ${message}`.toLowerCase().includes(sought);
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && holds(reply))];
}
