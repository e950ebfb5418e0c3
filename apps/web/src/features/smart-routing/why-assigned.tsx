import { ActionIcon, Anchor, EmptyState, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { RoutingDecisionResponse } from '@parley/contracts/api/smart-routes';
import type { RouteDeed, RouteShare } from '@parley/contracts/events/smart-route.events';
import { Loadable } from '@parley/ui/loadable';
import { MarkedText } from '@parley/ui/marked-text';
import { api } from '../../lib/api-client';
import { useLabelsById, useTagsById, useTeamsById, useUsersById } from '../../lib/directory';
import type { ConversationAsideProps } from '../../lib/feature';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './why-assigned.module.css';

const decisionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['routing-decisions', id] as const,
    queryFn: ({ signal }) =>
      api<{ data: RoutingDecisionResponse[] }>(`/api/v3/messaging-chats/${id}/routing`, { signal }).then(
        ({ data }) => data,
      ),
    staleTime: 0,
    refetchInterval: 15_000,
  });

/** Side panel with the routing rules' decisions for each message of a conversation, newest first. */
export function WhyAssigned({ conversationId, onClose }: ConversationAsideProps) {
  const { t } = useTranslation();
  const query = useQuery(decisionsQuery(conversationId));
  return (
    <div
      className={classes.why}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{t('why.title')}</h2>
        <ActionIcon aria-label={t('common.close')} data-autofocus onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <Loadable query={query} failed={t('why.failed')}>
        {(decisions) =>
          decisions.length === 0 ? (
            <EmptyState title={t('why.none')} description={t('why.noneText')} />
          ) : (
            <ol className={classes.decisions} tabIndex={0} aria-label={t('why.title')}>
              {decisions.map((decision) => (
                <Decision key={decision.messageId} decision={decision} />
              ))}
            </ol>
          )
        }
      </Loadable>
    </div>
  );
}

function Decision({ decision }: { decision: RoutingDecisionResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { ability } = useMe();
  const nameOf = useNameOf();
  const { at, text, checked, matched, missed, isCutShort, done, left, shared, later, rules } = decision;
  const shareOf = useShareText();
  const ruleOf = (id: string) => rules.find((rule) => rule.id === id);
  const hits = matched.flatMap((match) => match.hits);
  const what = (deed: RouteDeed) => t(`why.did.${deed.what}`, { name: nameOf(deed) });
  return (
    <li className={classes.decision}>
      <Text size="xs" c="dimmed">
        {formats.full(at)}
      </Text>
      {text === null ? (
        <Text size="sm" c="dimmed">
          {t('why.gone')}
        </Text>
      ) : (
        <MarkedText text={text} hits={hits} />
      )}
      {matched.length === 0 && <Text size="sm">{t('why.noMatch', { count: checked })}</Text>}
      {isCutShort && <Text size="sm">{t('why.cutShort')}</Text>}
      {matched.map(({ routeId, version, conditions }) => {
        const rule = ruleOf(routeId);
        return (
          <section key={routeId} className={classes.rule}>
            <Text size="sm" fw={600}>
              {t('why.rule', { title: rule?.title ?? t('why.unknown'), version })}
            </Text>
            <ul className={classes.list}>
              {conditions.map((condition) => (
                <li key={condition} className={classes.ticked}>
                  <IconCheck size={14} color="var(--green)" aria-hidden />
                  {t(`why.matchedOn.${condition}`)}
                </li>
              ))}
            </ul>
            <ul className={classes.list}>
              {done
                .filter((deed) => deed.routeId === routeId)
                .map((deed) => (
                  <li key={`${deed.what} ${deed.id}`}>
                    {deed.what === 'agent' && shared ? shareOf(shared) : what(deed)}
                  </li>
                ))}
              {left
                .filter((deed) => deed.routeId === routeId)
                .map((deed) => (
                  <li key={`${deed.what} ${deed.id}`} className={classes.left}>
                    {deed.what === 'agent'
                      ? t('why.waits')
                      : t('why.would', { what: what(deed), reason: t(`why.reason.${deed.reason}`) })}
                  </li>
                ))}
              {later
                .filter((one) => one.routeId === routeId)
                .map((one) => (
                  <li key={one.at}>
                    {t('why.later', {
                      time: formats.full(one.at),
                      what: one.cause === 'offline' ? t('why.wentOffline') : shareOf(one),
                    })}
                  </li>
                ))}
            </ul>
            {rule?.isDeleted && (
              <Text size="sm" c="dimmed">
                {t('why.deleted')}
              </Text>
            )}
            {rule && !rule.isDeleted && can(ability, 'update', 'smart-routing') && (
              <Anchor component={Link} size="sm" to={`/settings/smart-routing/${routeId}`}>
                {t('why.edit')}
              </Anchor>
            )}
          </section>
        );
      })}
      {missed.length > 0 && (
        <details>
          <summary>{t('why.others')}</summary>
          <ul className={classes.list}>
            {missed.map(({ routeId, failed }) => (
              <li key={routeId}>
                {t('why.missed', {
                  title: ruleOf(routeId)?.title ?? t('why.unknown'),
                  failed: t(`why.failedOn.${failed}`),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/**
 * Returns a function that names the agent to whom a team gave the conversation and the reason, as in "Eva: fewest
 * open, 3 of 8".
 */
function useShareText() {
  const { t } = useTranslation();
  const users = useUsersById();
  return ({ userId, by, open, cap }: Pick<RouteShare, 'userId' | 'by' | 'open' | 'cap'>) => {
    const name = users.get(userId ?? '')?.displayName ?? t('why.unknown');
    const load = cap === null ? t('why.open', { count: open }) : t('why.openOf', { open, cap });
    return t('why.shared', { name, reason: t(`why.sharedBy.${by ?? 'turn'}`), load });
  };
}

/** @returns a function that names the entity of a rule's action */
function useNameOf(): (deed: RouteDeed) => string {
  const { t } = useTranslation();
  const [users, teams, tags, labels] = [useUsersById(), useTeamsById(), useTagsById(), useLabelsById()];
  return ({ what, id }) => {
    const name = {
      user: users.get(id ?? '')?.displayName,
      agent: users.get(id ?? '')?.displayName,
      team: teams.get(id ?? '')?.name,
      ...{ tag: tags.get(id ?? '')?.name, untag: tags.get(id ?? '')?.name },
      ...{ label: labels.get(id ?? '')?.name, unlabel: labels.get(id ?? '')?.name },
      ...{ list: '', unlist: '', prioritise: '', unprioritise: '' },
    }[what];
    return name ?? t('why.unknown');
  };
}
