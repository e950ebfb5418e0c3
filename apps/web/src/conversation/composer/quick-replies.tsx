import { Anchor } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { Link } from 'react-router-dom';
import type { QuickReplyResponse } from '@parley/contracts/api/catalogue';
import { fillVariables, type VariableValues } from '@parley/contracts/rules/variables';
import { quickRepliesQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import type { Suggestions } from './suggestions';

// A constant, so that the memoised button with this icon does not render again.
const icon = <IconBolt size={18} stroke={1.6} />;

/** The organisation's quick replies. @param variables values that replace the variables of the chosen text */
export function quickReplies(variables: VariableValues): Suggestions {
  return {
    trigger: '/',
    label: i18next.t('composer.quickReplies'),
    button: { label: i18next.t('composer.quickReply'), icon },
    asksAbout: (command) => i18next.t('composer.noQuickReply', { command }),
    useFound: (search) => {
      const { data } = useQuery(quickRepliesQuery);
      if (!data) return undefined;
      const suggestions = matching(data, search).map(({ id, title, message }) => ({
        ...{ id, title, text: message },
        inserts: fillVariables(message, variables),
      }));
      return { suggestions, none: data.length === 0 && <None /> };
    },
  };
}

function None() {
  const { t } = useTranslation();
  return (
    <>
      {t('composer.quickRepliesNone')}{' '}
      <Anchor component={Link} to="/settings/quick-replies" size="sm">
        {t('composer.quickRepliesMake')}
      </Anchor>
    </>
  );
}

/** Filters quick replies by title and text; those whose title begins with `search` come first. */
function matching(replies: QuickReplyResponse[], search: string): QuickReplyResponse[] {
  const sought = search.toLowerCase();
  const begins = ({ title }: QuickReplyResponse) => title?.toLowerCase().startsWith(sought) ?? false;
  const holds = ({ title, message }: QuickReplyResponse) =>
    `${title ?? ''} ${message}`.toLowerCase().includes(sought);
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && holds(reply))];
}
