import { useState } from 'react';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CountedFact } from '@parley/contracts/api/insights';
import { shownValue } from '@parley/contracts/api/insight-values';
import { useContactNames } from '../../lib/contact-names';
import { useChannelsById, useUsersById } from '../../lib/directory';
import { errorText } from '../../lib/i18n';
import { useFormats, shownNumber } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';
import { entryQuery, factsPath, inboxAddress, loadFacts, whyQuery, type FactsQuestion } from './insights-api';
import { shownScore } from './values';

/** List of the facts that a number counts, page by page. */
export function FactList({ question }: { question: FactsQuestion }) {
  const { t } = useTranslation();
  const mayOpen = can(useMe().ability, 'read', 'inbox');
  const facts = useInfiniteQuery({
    queryKey: ['insights-facts', question],
    queryFn: ({ pageParam, signal }) => loadFacts(factsPath(question, pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const total = facts.data?.pages[0]?.total;
  return (
    <>
      {facts.isPending && <Skeleton height={320} radius={6} aria-label={t('common.loading')} />}
      {facts.error && (
        <div className={classes.state} role="alert">
          <Text size="sm">{errorText(codeOf(facts.error))}</Text>
          <Button variant="default" size="compact-sm" onClick={() => void facts.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {total !== undefined && (
        <div className={classes.factHead}>
          <Text size="sm" c="dimmed" role="status">
            {t('insights.rows', { count: total, formatted: shownNumber(total) })}
          </Text>
          {total > 0 && mayOpen && (
            <Anchor component={Link} to={inboxAddress(question)} size="sm">
              {t('insights.openAllInInbox')}
            </Anchor>
          )}
        </div>
      )}
      <ol className={classes.facts}>
        {facts.data?.pages.map(({ data }, page) => (
          <FactRows key={page} facts={data} />
        ))}
      </ol>
      {facts.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={facts.isFetchingNextPage}
          onClick={() => void facts.fetchNextPage()}
        >
          {t('insights.moreRows')}
        </Button>
      )}
    </>
  );
}

/** The facts of one page; one request fetches the names of all their contacts. */
function FactRows({ facts }: { facts: CountedFact[] }) {
  const nameOf = useContactNames(facts);
  return facts.map((fact) => <FactRow key={fact.key} fact={fact} contact={nameOf(fact)} />);
}

function FactRow({ fact, contact }: { fact: CountedFact; contact: string }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const users = useUsersById();
  const channels = useChannelsById();
  const [isAsked, setAsked] = useState(false);
  const who = fact.userId ? (users.get(fact.userId)?.displayName ?? t('insights.unknown')) : null;
  return (
    <li className={classes.fact}>
      <div className={classes.factHead}>
        <strong>{contact}</strong>
        {fact.value !== null && (
          <strong>
            {fact.key.startsWith('rated.') ? shownScore(fact.value) : shownValue(fact.value, 'time')}
          </strong>
        )}
      </div>
      <Text size="xs" c="dimmed">
        <time dateTime={fact.at}>{full(fact.at)}</time>
        {['', channels.get(fact.channelId)?.name ?? t('insights.unknown'), ...(who ? [who] : [])].join(' · ')}
      </Text>
      {fact.key.startsWith('rating_comment.') && <Comment fact={fact} />}
      <div className={classes.factLinks}>
        {fact.isThere ? (
          <Anchor component={Link} to={`/messaging-inbox/${fact.conversationId}?list=open`} size="xs">
            {t('insights.openInInbox')}
          </Anchor>
        ) : (
          <Text size="xs" c="dimmed">
            {t('insights.deleted')}
          </Text>
        )}
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        >
          {t('insights.why')}
        </Anchor>
      </div>
      {isAsked && <Why fact={fact} />}
    </li>
  );
}

/** The contact's comment on a rating, if the user may see it. */
function Comment({ fact }: { fact: CountedFact }) {
  const { t } = useTranslation();
  const [, messageId = ''] = fact.key.split('.');
  const entry = useQuery({ ...entryQuery(messageId), enabled: fact.isThere });
  if (entry.isPending && fact.isThere) return <Skeleton height={18} aria-label={t('common.loading')} />;
  return <Text size="sm">{entry.data?.entry?.message ?? t('insights.commentGone')}</Text>;
}

/** Lists the events of the log from which a fact was derived. */
function Why({ fact }: { fact: CountedFact }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const users = useUsersById();
  const why = useQuery(whyQuery(fact.key));
  if (why.isPending) return <Skeleton height={80} radius={6} aria-label={t('common.loading')} />;
  if (why.error) {
    return (
      <Text size="xs" role="alert">
        {errorText(codeOf(why.error))}
      </Text>
    );
  }
  return (
    <ol className={classes.events} aria-label={t('insights.why')}>
      {why.data.events.map(({ id, time, type, actor, isCause }) => (
        <li key={id} data-cause={isCause || undefined}>
          <code>{type}</code>
          <span>
            {full(time)}
            {actor.type === 'user' && ` · ${users.get(actor.id)?.displayName ?? t('insights.unknown')}`}
            {isCause && ` · ${t('insights.counted')}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
