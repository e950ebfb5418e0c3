import { useState, type KeyboardEvent } from 'react';
import { Alert, Button, CopyButton, Group, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/i18n';
import { readLocal, writeLocal } from '../../lib/local-storage';
import { codeOf } from '../../lib/problem';
import { RequestId } from '../../lib/request-id';
import { useTranslation } from '../../lib/translation';
import { askSupport, detailsOf, supportQuery } from './support';
import classes from './support.module.css';

const MOST = 4_000;
/** Local storage key of the text typed so far, so that it survives leaving the page. */
const keptKey = 'parley.support.text';

/**
 * Form that sends a question to the operator of the installation. The form shows the technical details that are sent with
 * the question.
 */
export function AskForm() {
  const { t, language } = useTranslation();
  const { data: support } = useQuery(supportQuery);
  const [text, setText] = useState(() => readLocal(keptKey) ?? '');
  const [details] = useState(() => detailsOf(cameFrom(), language));
  const ask = useMutation({
    mutationFn: () => askSupport(text.trim(), details),
    onSuccess: () => keep(''),
  });
  const keep = (value: string) => {
    setText(value);
    writeLocal(keptKey, value);
  };
  const canSend = text.trim() !== '' && !ask.isPending;
  const send = () => {
    if (canSend) ask.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  const lines = Object.entries({ version: support?.version ?? '', ...details });
  const asText = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <form
      className={classes.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label={t('supportPage.what')}
        description={t('supportPage.whatHint')}
        value={text}
        maxLength={MOST}
        autosize
        minRows={5}
        maxRows={16}
        onChange={(event) => keep(event.currentTarget.value)}
      />
      <details className={classes.details}>
        <summary>{t('supportPage.details')}</summary>
        <p>{t('supportPage.detailsHint')}</p>
        <pre tabIndex={0}>{asText}</pre>
        <CopyButton value={asText}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? t('common.copied') : t('common.copy')}
            </Button>
          )}
        </CopyButton>
      </details>
      {support && !support.isDelivering && <Alert color="yellow">{t('supportPage.noMail')}</Alert>}
      <Group gap={12}>
        <Button type="submit" loading={ask.isPending} disabled={!canSend}>
          {t('supportPage.send')}
        </Button>
      </Group>
      <div role="status">
        {ask.isSuccess && <Alert color="green">{t('supportPage.sent', { number: ask.data.number })}</Alert>}
        {ask.isError && (
          <Alert color="red">
            {errorText(codeOf(ask.error))}
            <RequestId error={ask.error} />
          </Alert>
        )}
      </div>
    </form>
  );
}

/** Path of the page from which the user opened help. */
function cameFrom(): string {
  const from = (history.state as { usr?: { from?: string } } | null)?.usr?.from;
  return from ?? location.pathname;
}
