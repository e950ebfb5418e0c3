import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Alert, Button, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  ASSISTANT_LANGUAGE_LENGTH,
  ASSISTANT_TEXT_LENGTH,
  MAX_ASSISTANT_MESSAGES,
  type AssistantResponse,
} from '@parley/contracts/api/assistant';
import type { AssistantRequest } from '@parley/contracts/api/assistant.requests';
import {
  assistantActions,
  assistantLanguages,
  type AssistantAction,
  type AssistantLanguage,
} from '@parley/contracts/events/assistant.events';
import { Dialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import type { OpenConversation } from '../../conversation/conversation';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { readLocal, writeLocal } from '../../lib/local-storage';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { assistantQuery, modelsQuery, tokensQuery } from '../../lib/assistant-api';
import classes from './assistant.module.css';
import { guessLanguage } from './guess-language';
import { MessagePicker, useMessages } from './messages';
import { stroke } from './stroke';
import { useRun, type Run } from './use-run';

const MODEL_KEY = 'parley.assistant.model';
const COUNT_AFTER_MS = 500;

interface AssistantDialogProps {
  here: OpenConversation;
  /** The selected text of the draft, or the whole draft. */
  given: string;
  onInsert: (result: string) => void;
  onClose: () => void;
}

/** Shows the assistant's result beside the original text. Only the user can insert or send it. */
export default function AssistantDialog(props: AssistantDialogProps) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const query = useQuery(assistantQuery);
  const [isRunning, setRunning] = useState(false);
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('assistant.title')}
      size={720}
      fullScreen={isNarrow}
      // While the assistant runs, Escape stops it instead of closing the dialog.
      closeOnEscape={!isRunning}
      closeOnClickOutside={false}
    >
      <Loadable query={query} failed={t('assistant.failed')}>
        {(assistant) =>
          assistant.isEnabled ? (
            <Assistant {...props} assistant={assistant} onRunning={setRunning} />
          ) : (
            <Alert role="alert" color="yellow">
              {errorText('assistant_disabled')}
            </Alert>
          )
        }
      </Loadable>
    </Dialog>
  );
}

interface AssistantProps extends AssistantDialogProps {
  assistant: AssistantResponse;
  onRunning: (isRunning: boolean) => void;
}

function Assistant({ here, given, assistant, onInsert, onRunning }: AssistantProps) {
  const { t, language: speaks } = useTranslation();
  const messages = useMessages(here);
  const [action, setAction] = useState<AssistantAction>(given.trim() === '' ? 'generate' : 'rewrite');
  const [text, setText] = useState(given.slice(0, ASSISTANT_TEXT_LENGTH));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const spoken = useMemo(
    () => guessLanguage(messages.flatMap(({ from, text }) => (from === 'contact' ? text : [])).join('\n')),
    [messages],
  );
  const [chosen, setLanguage] = useState<AssistantLanguage | null>(null);
  const language = chosen ?? spoken;
  const [otherLanguage, setOtherLanguage] = useState('');
  const models = useModels(assistant);
  const [said, setSaid] = useState<{ code: string } | { text: string } | null>(null);
  const { run, ask, stop } = useRun();
  const isRunning = run.state === 'running';
  const hasResult = !isRunning && run.text !== '';
  const hides = assistant.hidesPersonalData;

  const takesMessages = action === 'summarise' || action === 'generate';
  const sent = takesMessages ? messages.filter(({ id }) => picked.has(id)) : [];
  const request: AssistantRequest = {
    ...{ action, text: action === 'summarise' ? '' : text.trim(), model: models.model, speaks },
    language: action === 'translate' ? language : null,
    otherLanguage: language === 'other' ? otherLanguage.trim() : '',
    messages: sent.map(({ from, text }) => ({ from, text })),
  };

  const start = async () => {
    const missing = missingIn(request);
    setSaid(missing === null ? null : { code: missing });
    if (missing !== null) return;
    onRunning(true);
    await ask(request);
    onRunning(false);
  };
  const copy = async () => {
    if (run.text === '') return setSaid({ code: 'assistant_nothing_to_copy' });
    try {
      await navigator.clipboard.writeText(run.text);
      setSaid({ text: t('assistant.copied') });
    } catch {
      setSaid({ code: 'assistant_copy_unsupported' });
    }
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'Escape' && isRunning) {
      take();
      stop();
    } else if (hasModifier && event.key === 'Enter') {
      take();
      if (!isRunning) void start();
    } else if (hasModifier && event.shiftKey && event.key.toLowerCase() === 'c') {
      take();
      void copy();
    }
  });
  // Listens on the window: the focus may be anywhere in the dialog, or still outside it when this component loads.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);

  return (
    <div>
      <div className={classes.top}>
        <Select
          label={t('assistant.action')}
          data={assistantActions.map((value) => ({ value, label: t(`assistant.actions.${value}`) }))}
          value={action}
          allowDeselect={false}
          onChange={(value) => value && setAction(value)}
          autoFocus
        />
        {action === 'translate' && (
          <Select
            label={t('assistant.language')}
            placeholder={t('assistant.chooseLanguage')}
            data={assistantLanguages.map((value) => ({ value, label: t(`assistant.languages.${value}`) }))}
            value={language}
            allowDeselect={false}
            description={chosen === null && spoken !== null ? t('assistant.spoken') : undefined}
            onChange={setLanguage}
          />
        )}
        {action === 'translate' && language === 'other' && (
          <TextInput
            label={t('assistant.otherLanguage')}
            maxLength={ASSISTANT_LANGUAGE_LENGTH}
            value={otherLanguage}
            onChange={(event) => setOtherLanguage(event.currentTarget.value)}
          />
        )}
        <Select
          label={t('assistant.model')}
          data={models.names}
          value={models.model === '' ? null : models.model}
          placeholder={t(models.isPending ? 'common.loading' : 'assistant.chooseModel')}
          error={models.failure && errorText(models.failure)}
          searchable
          limit={100}
          nothingFoundMessage={t('assistant.noModel')}
          allowDeselect={false}
          onChange={(value) => value && models.choose(value)}
        />
      </div>
      <div className={classes.sides}>
        <div>
          {action !== 'summarise' && (
            <Textarea
              label={t(action === 'generate' ? 'assistant.wanted' : 'assistant.input')}
              placeholder={t(action === 'generate' ? 'assistant.wantedHint' : 'assistant.inputHint')}
              autosize
              minRows={5}
              maxRows={12}
              maxLength={ASSISTANT_TEXT_LENGTH}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {takesMessages && (
            <MessagePicker
              messages={messages}
              picked={picked}
              onPick={setPicked}
              label={t(action === 'summarise' ? 'assistant.messages' : 'assistant.answers')}
            />
          )}
        </div>
        <Textarea
          label={t('assistant.result')}
          placeholder={t(isRunning ? 'assistant.running' : 'assistant.resultHint')}
          autosize
          minRows={5}
          maxRows={16}
          readOnly
          aria-busy={isRunning}
          value={run.text}
        />
      </div>
      <p className={classes.said}>
        {sent.length === 0
          ? t(hides ? 'assistant.textGoesHidden' : 'assistant.textGoes', { host: assistant.host })
          : t(hides ? 'assistant.goesHidden' : 'assistant.goes', {
              host: assistant.host,
              count: sent.length,
            })}
      </p>
      <Outcome run={run} said={said} />
      <div className={classes.foot}>
        <Counts request={request} run={run} />
        <Group gap={8}>
          <Button variant="default" onClick={() => void copy()} title={stroke('⇧C')}>
            {t('assistant.copy')}
          </Button>
          <Button
            variant={hasResult ? 'filled' : 'default'}
            onClick={() =>
              run.text === '' || isRunning
                ? setSaid({ code: 'assistant_nothing_to_copy' })
                : onInsert(run.text)
            }
          >
            {t('assistant.insert')}
          </Button>
          {isRunning ? (
            <Button color="red" variant="light" onClick={stop} title="Esc">
              {t('assistant.stop')}
            </Button>
          ) : (
            <Button
              variant={hasResult ? 'default' : 'filled'}
              onClick={() => void start()}
              title={stroke('↵')}
            >
              {t(run.isCut || run.failure ? 'assistant.retry' : 'assistant.run')}
            </Button>
          )}
        </Group>
      </div>
    </div>
  );
}

/**
 * Problem code if an input that the action needs is missing; null if the action can run. The server checks the same.
 */
function missingIn({
  action,
  text,
  language,
  otherLanguage,
  messages,
  model,
}: AssistantRequest): string | null {
  if (action === 'summarise' ? messages.length === 0 : text === '') {
    return action === 'summarise' ? 'assistant_no_messages' : 'assistant_no_text';
  }
  if (messages.length > MAX_ASSISTANT_MESSAGES) return 'assistant_too_long';
  const hasLanguage = language !== null && (language !== 'other' || otherLanguage !== '');
  if (action === 'translate' && !hasLanguage) return 'assistant_no_language';
  return model === '' ? 'assistant_incomplete' : null;
}

/** @returns the models that administrators chose, or all that the provider offers if they chose none */
function useModels({ models, hasKey }: AssistantResponse) {
  const listed = useQuery({ ...modelsQuery, enabled: models === null && hasKey });
  const names = models ?? listed.data?.models ?? [];
  const [chosen, setChosen] = useState(() => readLocal(MODEL_KEY));
  const model = chosen !== null && names.includes(chosen) ? chosen : (names[0] ?? '');
  const choose = (name: string) => {
    setChosen(name);
    writeLocal(MODEL_KEY, name);
  };
  const failure = hasKey ? (listed.error ? codeOf(listed.error) : null) : 'assistant_no_key';
  return { names, model, choose, failure, isPending: listed.isLoading };
}

/** Status of the run, also announced to screen readers. */
function Outcome({ run, said }: { run: Run; said: { code: string } | { text: string } | null }) {
  const { t } = useTranslation();
  const lost = run.ended?.lostLinks ?? [];
  const failure = said && 'code' in said ? said.code : run.failure;
  const reason = run.ended?.reason;
  return (
    <>
      <div role="status" className={classes.said}>
        {said && 'text' in said
          ? said.text
          : run.state === 'running'
            ? t('assistant.running')
            : run.state === 'ended' && !run.isCut && !run.failure
              ? t('assistant.done')
              : null}
      </div>
      {failure && (
        <Alert role="alert" color="red" mt={12}>
          {errorText(failure)}
        </Alert>
      )}
      {run.isCut && (
        <Alert role="alert" color="yellow" mt={12}>
          {t('assistant.cut')} {reason ? errorText(reason) : null}
        </Alert>
      )}
      {lost.length > 0 && (
        <Alert role="alert" color="yellow" mt={12}>
          {t('assistant.lostLinks', { links: lost.join(', '), count: lost.length })}
        </Alert>
      )}
    </>
  );
}

/** Number of tokens of the run, estimated until the provider reports it. */
function Counts({ request, run }: { request: AssistantRequest; run: Run }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [counted] = useDebouncedValue(request, COUNT_AFTER_MS);
  const isEmpty = counted.text === '' && counted.messages.length === 0;
  const tokens = useQuery({ ...tokensQuery(counted), enabled: !isEmpty });
  if (tokens.isError) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('assistant.noCount')}
      </Text>
    );
  }
  const used = run.ended?.tokens;
  const { input = 0, request: sent = 0 } = tokens.data ?? {};
  const counts = used ?? { request: sent, response: 0, total: sent };
  const isAbout = !(used ? used.isExact : tokens.data?.isExact);
  return (
    <Text size="sm" c="dimmed">
      {t(isAbout ? 'assistant.countsAbout' : 'assistant.counts', {
        input: number(input),
        request: number(counts.request),
        response: number(counts.response),
        total: number(counts.total),
      })}
    </Text>
  );
}
