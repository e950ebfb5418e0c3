import { useState, type FormEvent } from 'react';
import { Button, Center, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../lib/i18n';
import { asDomain, chosenDomain, rememberDomain } from '../../lib/mobile-host';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { findOrganisation } from './organisation-api';

/** Page that asks users of the mobile host for their organisation once. */
export function Component() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('mobile.domainTitle')} · Parley`);
  const [typed, setTyped] = useState(() => chosenDomain() ?? '');
  const [isWrong, setWrong] = useState(false);
  const find = useMutation({
    mutationFn: findOrganisation,
    onSuccess: (_, domain) => {
      rememberDomain(domain);
      location.assign('/');
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const domain = asDomain(typed);
    setWrong(domain === null);
    if (domain !== null) find.mutate(domain);
  };
  const refusal =
    codeOf(find.error) === 'not_found' ? t('mobile.domainUnknown') : errorText(codeOf(find.error));
  const error = isWrong ? errorText('domain_invalid') : find.isError && refusal;
  return (
    <Center mih="100dvh" p="md" component="main">
      <form noValidate onSubmit={submit} style={{ width: '100%', maxWidth: 360 }}>
        <Stack gap={16}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <div>
            <Title order={1} size={20}>
              {t('mobile.domainTitle')}
            </Title>
            <Text c="dimmed" mt={4}>
              {t('mobile.domainText')}
            </Text>
          </div>
          <TextInput
            size="md"
            label={t('mobile.domain')}
            placeholder="harbour.example"
            value={typed}
            error={error}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(false);
              find.reset();
            }}
          />
          <Button type="submit" size="md" loading={find.isPending || find.isSuccess}>
            {t('mobile.continue')}
          </Button>
        </Stack>
      </form>
    </Center>
  );
}
