import { useState } from 'react';
import { Alert, Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LIST_DESCRIPTION_LENGTH, LIST_NAME_LENGTH } from '@parley/contracts/api/contact-lists';
import { FormFooter } from '@parley/ui/form-footer';
import { SettingsPage } from '@parley/ui/settings-page';
import { Steps } from '@parley/ui/steps';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { complete, ConditionsBuilder, noConditions } from './conditions-builder';
import classes from './contact-lists.module.css';
import { ContactPicker } from './contact-picker';
import { useCreateList } from './lists-api';
import { Preview } from './preview';

const steps = ['contacts', 'details', 'overview'] as const;
type Step = (typeof steps)[number];

/** Creates a list in three steps: members, name, overview. */
export function Component() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [kind, setKind] = useState<'fixed' | 'live'>('fixed');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [conditions, setConditions] = useState(noConditions);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useCreateList();
  const asked = steps.find((step) => step === params.get('step')) ?? 'contacts';
  // Inputs are lost on a reload, so a URL of a later step opens the first step.
  const step: Step = asked === 'overview' && name.trim() === '' ? 'contacts' : asked;
  const go = (to: Step) => setParams({ step: to });
  const submit = () =>
    create.mutate(
      kind === 'live'
        ? { name, description, conditions: JSON.stringify(complete(conditions)) }
        : { name, description, contactIds: [...chosen] },
      { onSuccess: ({ id }) => void navigate(`/contacts/lists/${id}`) },
    );
  return (
    <SettingsPage
      wide
      title={t('contactLists.create')}
      back={{ to: '/contacts/lists', label: t('contactLists.title') }}
    >
      <Steps
        label={t('contactLists.steps')}
        names={steps.map((one) => t(`contactLists.step.${one}`))}
        current={steps.indexOf(step)}
      />
      {step === 'contacts' && (
        <>
          <Radio.Group
            mb="lg"
            label={t('contactLists.kind')}
            value={kind}
            onChange={(value) => setKind(value)}
          >
            <Stack gap={8} mt={8}>
              <Radio
                value="fixed"
                label={t('contactLists.fixed')}
                description={t('contactLists.fixedHint')}
              />
              <Radio value="live" label={t('contactLists.live')} description={t('contactLists.liveHint')} />
            </Stack>
          </Radio.Group>
          {kind === 'fixed' ? (
            <ContactPicker chosen={chosen} onChange={setChosen} />
          ) : (
            <div className={classes.split}>
              <div>
                <ConditionsBuilder conditions={conditions} onChange={setConditions} />
              </div>
              <Preview conditions={conditions} />
            </div>
          )}
          <FormFooter>
            <Button
              disabled={kind === 'live' && complete(conditions).groups.length === 0}
              onClick={() => go('details')}
            >
              {t('contactLists.next')}
            </Button>
          </FormFooter>
        </>
      )}
      {step === 'details' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') go('overview');
          }}
        >
          <Stack maw={640}>
            <TextInput
              label={t('contactLists.name')}
              required
              maxLength={LIST_NAME_LENGTH}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Textarea
              label={t('contactLists.description')}
              maxLength={LIST_DESCRIPTION_LENGTH}
              autosize
              minRows={2}
              value={description}
              onChange={(event) => setDescription(event.currentTarget.value)}
            />
          </Stack>
          <FormFooter>
            <Button variant="default" onClick={() => go('contacts')}>
              {t('contactLists.back')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''}>
              {t('contactLists.next')}
            </Button>
          </FormFooter>
        </form>
      )}
      {step === 'overview' && (
        <>
          <Text fw={600}>{name}</Text>
          {description && <Text c="dimmed">{description}</Text>}
          <Text mt="sm">{t(kind === 'live' ? 'contactLists.liveHint' : 'contactLists.fixedHint')}</Text>
          {kind === 'fixed' ? (
            <Text mt="sm">
              {t('contactLists.selected', { count: chosen.size, formatted: number(chosen.size) })}
            </Text>
          ) : (
            <Preview conditions={conditions} />
          )}
          {create.isError && (
            <Alert color="red" mt="md" role="alert">
              {errorText(codeOf(create.error))}
            </Alert>
          )}
          <FormFooter>
            <Button variant="default" onClick={() => go('details')}>
              {t('contactLists.back')}
            </Button>
            <Button loading={create.isPending} onClick={submit}>
              {t('contactLists.create')}
            </Button>
          </FormFooter>
        </>
      )}
    </SettingsPage>
  );
}
