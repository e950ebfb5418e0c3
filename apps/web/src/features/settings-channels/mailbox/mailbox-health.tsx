import { Anchor, Button, Loader, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { MailboxCheckLine, MailDomainLine, MailFolderState } from '@parley/contracts/api/email';
import { SettingsSection } from '@parley/ui/settings-page';
import { useNow } from '../../../lib/clock';
import { ageOf, useFormats } from '../../../lib/format';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import type { AdministeredChannel } from '../channels-api';
import { CopyField } from '../copy-field';
import classes from './mailbox.module.css';
import { mailboxQuery, mailDomainQuery, useCheckMailbox } from './mailbox-api';

interface MailboxProps {
  channel: AdministeredChannel;
}

/**
 * The mailbox's health: state of its folders, an end-to-end check, and DNS records of its domain. The key T runs the
 * check.
 */
export function MailboxHealth({ channel }: MailboxProps) {
  const { t } = useTranslation();
  const { data } = useQuery(mailboxQuery(channel.id));
  const setAside = data?.setAside ?? 0;
  return (
    <>
      <SettingsSection title={t('channels.mailbox.flow')}>
        {data && data.folders.length > 0 && (
          <ul className={classes.lines}>
            {data.folders.map((folder) => (
              <Folder key={folder.folder} state={folder} />
            ))}
          </ul>
        )}
        {setAside > 0 && (
          <Text size="sm" my={8}>
            <Anchor component={Link} to="/settings/set-aside-mails">
              {t('channels.mailbox.setAside', { count: setAside })}
            </Anchor>
          </Text>
        )}
        <Check channel={channel} />
      </SettingsSection>
      <Domain channel={channel} />
    </>
  );
}

function Folder({ state: { folder, lookedAt, rebuilt } }: { state: MailFolderState }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const age = (iso: string) => {
    const { unit, value } = ageOf(iso, now);
    return unit === 'date' ? formats.shortDay(iso) : t(`age.${unit}`, { value });
  };
  return (
    <li className={classes.line}>
      <span className={classes.name}>{folder}</span>
      <span className={classes.dim}>
        {lookedAt ? t('channels.mailbox.looked', { age: age(lookedAt) }) : t('channels.mailbox.notLooked')}
        {rebuilt && (
          <>
            {' · '}
            {t('channels.mailbox.rebuilt', {
              compared: formats.number(rebuilt.compared),
              found: formats.number(rebuilt.found),
            })}
          </>
        )}
      </span>
    </li>
  );
}

function Check({ channel }: MailboxProps) {
  const { t } = useTranslation();
  const check = useCheckMailbox(channel.id);
  const { data, isPending } = check;
  const run = () => {
    if (!isPending) check.mutate(undefined, { onError: (error) => toastFailure(error) });
  };
  useHotkeys([['t', run]]);
  return (
    <>
      <Button variant="default" loading={isPending} onClick={run} aria-keyshortcuts="T">
        {t('channels.mailbox.check')}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {t('channels.mailbox.checkHint')}
      </Text>
      {data && !isPending && (
        <div role="status">
          <ul className={classes.lines}>
            {data.lines.map((line) => (
              <CheckLine key={line.what} line={line} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function CheckLine({ line: { what, isOk, detail } }: { line: MailboxCheckLine }) {
  const { t } = useTranslation();
  return (
    <li className={classes.line} data-wrong={!isOk || undefined}>
      <span className={classes.name}>
        {isOk ? (
          <IconCircleCheck
            size={16}
            className={classes.right}
            role="img"
            aria-label={t('channels.mailbox.ok')}
          />
        ) : (
          <IconCircleX
            size={16}
            className={classes.wrong}
            role="img"
            aria-label={t('channels.mailbox.wrong')}
          />
        )}
        {t(`channels.mailbox.step.${what}`)}
      </span>
      {detail && <span className={classes.dim}>{detail}</span>}
    </li>
  );
}

function Domain({ channel }: MailboxProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(mailDomainQuery(channel.id));
  return (
    <SettingsSection
      title={t('channels.mailbox.domain')}
      intro={t('channels.mailbox.domainHint', { domain: data?.domain ?? '' })}
    >
      {data ? (
        <ul className={classes.lines}>
          {data.lines.map((line) => (
            <DomainLine key={line.what} line={line} />
          ))}
        </ul>
      ) : isError ? (
        <p role="alert">{t('channels.mailbox.domainFailed')}</p>
      ) : (
        <Loader size="xs" color="gray" role="status" aria-label={t('common.loading')} />
      )}
      <Button variant="default" loading={isFetching && !!data} onClick={() => void refetch()}>
        {t('channels.mailbox.lookAgain')}
      </Button>
    </SettingsSection>
  );
}

function DomainLine({ line: { what, state, name, found, record } }: { line: MailDomainLine }) {
  const { t } = useTranslation();
  const Mark =
    state === 'ok'
      ? IconCircleCheck
      : state === 'elsewhere' || state === 'unknown'
        ? IconInfoCircle
        : IconCircleX;
  const look = state === 'ok' ? classes.right : Mark === IconInfoCircle ? classes.dim : classes.wrong;
  return (
    <li className={classes.line} data-wrong={Mark === IconCircleX || undefined}>
      <span className={classes.name}>
        <Mark size={16} className={look} aria-hidden />
        {t(`channels.mailbox.domainState.${what}`, {
          state: t(`channels.mailbox.state.${state}`),
        })}
      </span>
      <span className={classes.dim}>{t(`channels.mailbox.why.${what}`)}</span>
      {found && <code className={classes.found}>{found}</code>}
      {record && (
        <>
          <span className={classes.dim}>{t('channels.mailbox.addRecord', { name })}</span>
          <CopyField value={record} name={t('channels.mailbox.record', { name })} />
        </>
      )}
    </li>
  );
}
