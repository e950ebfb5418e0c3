import { useDeferredValue, useState } from 'react';
import { Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RouteHit, SmartRouteContent } from '@parley/contracts/events/smart-route.events';
import {
  compileKeywords,
  JudgedText,
  PatternError,
  type CompilePattern,
} from '@parley/contracts/routing/keywords';
import { isWithinHours } from '@parley/contracts/routing/within-hours';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import { MarkedText } from '@parley/ui/marked-text';
import { BackTest } from './back-test';
import { useSentence } from './sentence';
import type { Names } from './use-names';
import classes from './routing.module.css';
import { loadPart } from '../../lib/load-part';

const unused: CompilePattern = () => () => null;

interface PreviewProps {
  /** Id of the rule; missing for a new one. */
  routeId?: string;
  content: SmartRouteContent;
  names: Names;
}

/**
 * Shows the rule as a sentence and whether it matches a message that the user types, computed by the same code as on
 * the server.
 */
export function Preview({ routeId, content, names }: PreviewProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { when, then } = useSentence(names)(content);
  return (
    <aside className={classes.preview} aria-label={t('routing.try')}>
      <Title order={2} size={14}>
        {t('routing.sentence')}
      </Title>
      <Text mt={4}>
        {when}, {then}.
      </Text>
      <Textarea
        mt={16}
        label={t('routing.try')}
        placeholder={t('routing.tryText')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status">
        <Tried content={content} text={useDeferredValue(text)} />
      </div>
      <Text size="sm" c="dimmed" mt={8}>
        {t('routing.tryOthers')}
      </Text>
      <div className={classes.backTest}>
        <BackTest hotkey="mod+B" routeId={routeId} draft={content} names={names} />
      </div>
    </aside>
  );
}

function Tried({ content, text }: { content: SmartRouteContent; text: string }) {
  const { t } = useTranslation();
  const { keywords, hours } = content.conditions;
  const isPattern = keywords?.by === 'regex';
  const { data: compile } = useQuery({
    queryKey: ['linear-patterns'],
    queryFn: async () =>
      (await loadPart(() => import('@parley/contracts/routing/linear-patterns'))).compileLinear,
    enabled: isPattern,
    staleTime: Infinity,
  });
  if (text.trim() === '' || (isPattern && !compile)) return null;
  const isInside = hours && isWithinHours(hours.hours, new Date().toISOString());
  return (
    <>
      {keywords ? (
        <Found keywords={keywords} text={text} compile={isPattern ? compile! : unused} />
      ) : (
        <Text mt={8}>{t('routing.tryNoKeywords')}</Text>
      )}
      {hours && <Text mt={8}>{t(isInside ? 'routing.tryHours' : 'routing.tryNotHours')}</Text>}
    </>
  );
}

function Found({
  keywords,
  text,
  compile,
}: {
  keywords: NonNullable<SmartRouteContent['conditions']['keywords']>;
  text: string;
  compile: CompilePattern;
}) {
  const { t } = useTranslation();
  const found = find(keywords, text, compile);
  if (found instanceof PatternError) {
    const reason = found.reason === 'too_long' ? 'invalid' : found.reason;
    return (
      <Text mt={8} c="var(--red)">
        {errorText(`route_pattern_${reason}`)}
      </Text>
    );
  }
  return (
    <>
      <Text mt={8} fw={600} c={found ? 'var(--green)' : undefined}>
        {t(found ? 'routing.tryHit' : 'routing.tryMiss')}
      </Text>
      {found && <MarkedText text={text} hits={found} />}
    </>
  );
}

function find(
  keywords: NonNullable<SmartRouteContent['conditions']['keywords']>,
  text: string,
  compile: CompilePattern,
): RouteHit[] | PatternError | null {
  try {
    return compileKeywords(keywords, compile)(new JudgedText(text));
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
}
