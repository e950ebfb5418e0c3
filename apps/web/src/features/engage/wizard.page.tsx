import { useState } from 'react';
import { Alert, Button, Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { BroadcastDetails } from '@parley/contracts/api/broadcasts';
import type { BroadcastRequest } from '@parley/contracts/api/broadcasts.requests';
import { ConfirmDialog } from '@parley/ui/dialog';
import { FormFooter } from '@parley/ui/form-footer';
import { LeaveGuard } from '@parley/ui/leave-guard';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { TemplatePreview } from '@parley/ui/template-preview';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { can, useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { templatesQuery } from '../../lib/templates';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { AudienceSteps } from './audience-steps';
import { broadcastQuery, estimateQuery, previewQuery, useAction, useSave } from './engage-api';
import classes from './engage.module.css';
import { MessageStep } from './message-step';
import { OverviewStep } from './overview-step';
import { ScheduleStep } from './schedule-step';
import { NameStep } from './name-step';
import { StepsNav } from './steps-nav';
import { isDone, slotName, steps, type Step, type StepProps } from './steps';

/** Time in ms after the last change at which changes are saved. */
const SETTLED_MS = 600;

/** Edits a draft step by step. Each step has its own URL, and changes are saved automatically. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const query = useQuery(broadcastQuery(id));
  return (
    <SettingsPage
      wide
      title={query.data?.name || t('engage.create')}
      back={{ to: '/engage/list', label: t('engage.title') }}
      actions={query.data?.phase === 'draft' && <DeleteDraft id={id} />}
    >
      <Loadable query={query} failed={t('engage.failed')}>
        {(broadcast) =>
          broadcast.phase === 'draft' ? (
            <Wizard key={id} broadcast={broadcast} />
          ) : (
            <Navigate to={`/engage/list/${broadcast.number}`} replace />
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function DeleteDraft({ id }: { id: string }) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const act = useAction(id);
  if (!can(ability, 'delete', 'engage')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('engage.deleteDraft')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('engage.deleteTitle')}
        confirm={t('engage.deleteDraft')}
        action={async () => {
          await act.mutateAsync('delete');
        }}
        onDone={() => void navigate('/engage/list')}
        onClose={() => setAsked(false)}
      >
        {t('engage.deleteText')}
      </ConfirmDialog>
    </>
  );
}

function Wizard({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { time } = useFormats();
  const [params, setParams] = useSearchParams();
  const templates = useQuery(templatesQuery);
  // After an import that was started from this draft, the URL names the list that the import filled.
  const [content, setContent] = useState(() => ({
    ...broadcast.content,
    listId: params.get('list') ?? broadcast.content.listId,
  }));
  const [saved, setSaved] = useState(params.has('list') ? null : content);
  const isDirty = content !== saved;
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const save = useSave(broadcast.id);
  const step = steps.find((one) => one === params.get('step')) ?? 'template';
  const at = steps.indexOf(step);
  const template = templates.data?.data.find((each) => each.id === content.templateId);
  const other = templates.data?.data.find((each) => each.id === content.split?.templateId);

  const keep = async (): Promise<boolean> => {
    try {
      await save.mutateAsync(content);
      setSaved(content);
      setSavedAt(new Date().toISOString());
      return true;
    } catch (error) {
      toastFailure(error);
      return false;
    }
  };
  const keepSoon = useDebouncedCallback(() => {
    if (isDirty) void keep();
  }, SETTLED_MS);
  const change = (changes: BroadcastRequest) => {
    setContent({ ...content, ...changes });
    keepSoon();
  };
  const go = async (to: Step) => {
    if (!isDirty || (await keep())) setParams({ id: broadcast.id, step: to });
  };
  const { countedTarget = '' } = templates.data ?? {};
  const props: StepProps = { broadcast, content, change, template, other, countedTarget };
  return (
    <div className={classes.wizard}>
      <LeaveGuard when={isDirty} />
      <StepsNav step={step} isDone={(one) => isDone(one, content, props)} onGo={(to) => void go(to)} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const next = steps[at + 1];
          if (next && isDone(step, content, props)) void go(next);
        }}
      >
        {(step === 'template' || step === 'list' || step === 'channel') && (
          <AudienceSteps step={step} {...props} />
        )}
        {step === 'message' && <MessageStep {...props} />}
        {step === 'name' && <NameStep {...props} />}
        {step === 'schedule' && <ScheduleStep {...props} />}
        {step === 'overview' && (
          <OverviewStep
            {...props}
            onStarted={() => void navigate(`/engage/list/${broadcast.number}?started=1`)}
          />
        )}
        {step !== 'overview' && (
          <FormFooter>
            {at > 0 ? (
              <Button variant="default" disabled={save.isPending} onClick={() => void go(steps[at - 1]!)}>
                {t('engage.back')}
              </Button>
            ) : (
              <span />
            )}
            <Text size="sm" c="dimmed" role="status">
              {savedAt && !isDirty && t('engage.saved', { time: time(savedAt) })}
            </Text>
            <Button type="submit" loading={save.isPending} disabled={!isDone(step, content, props)}>
              {t('engage.next')}
            </Button>
          </FormFooter>
        )}
        {step === 'overview' && (
          <Button mt="lg" variant="default" onClick={() => void go('schedule')}>
            {t('engage.back')}
          </Button>
        )}
      </form>
      <Aside {...props} />
    </div>
  );
}

/** Preview of the message, and the number of recipients. */
function Aside({ broadcast, content, template, other, countedTarget }: StepProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const scheme = useComputedColorScheme('light');
  const { id } = broadcast;
  const saved = broadcast.content;
  const isKnown = !!(saved.templateId && saved.listId && saved.channelId);
  const estimate = useQuery({ ...estimateQuery(id), enabled: isKnown });
  const preview = useQuery({ ...previewQuery(id), enabled: isKnown });
  const [place, setPlace] = useState(0);
  const people = preview.data?.data ?? [];
  const person = people[place];
  const own = Object.fromEntries(content.values.map(({ slot, text }) => [slot, text]));
  if (!template?.live) return <aside className={classes.aside} />;
  return (
    <aside className={classes.aside} aria-label={t('engage.preview')}>
      {people.length > 1 && (
        <div className={classes.between}>
          <Button
            size="compact-md"
            variant="default"
            aria-label={t('engage.previous')}
            disabled={place === 0}
            onClick={() => setPlace(place - 1)}
          >
            ‹
          </Button>
          <span>{person?.name ?? person?.phone ?? '–'}</span>
          <Button
            size="compact-md"
            variant="default"
            aria-label={t('engage.following')}
            disabled={place >= people.length - 1}
            onClick={() => setPlace(place + 1)}
          >
            ›
          </Button>
        </div>
      )}
      <TemplatePreview content={template.live.content} values={person?.values ?? own} scheme={scheme} />
      {person && person.missing.length > 0 && (
        <Alert color="yellow">
          {t('engage.missing', {
            variables: person.missing
              .map((slot) => t('engage.valueOf', { name: slotName(template, slot) }))
              .join(', '),
          })}
        </Alert>
      )}
      {estimate.data && isDone('message', content, { template, other, countedTarget }) && (
        <Text role="status">
          {t('engage.willGetIt', {
            count: estimate.data.recipients,
            formatted: number(estimate.data.recipients),
          })}
        </Text>
      )}
      {estimate.isError && isKnown && <Alert color="yellow">{errorText(codeOf(estimate.error))}</Alert>}
    </aside>
  );
}
