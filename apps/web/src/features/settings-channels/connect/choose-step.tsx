import { Radio, SegmentedControl, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { platformsOf, providers } from '@parley/contracts/channels/offers';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useTranslation } from '../../../lib/translation';
import { manifestOf } from '../manifests';
import { blankOf, type ConnectValues } from './connect-values';
import classes from './connect.module.css';

interface ChooseStepProps {
  form: UseFormReturnType<ConnectValues>;
  suggested: string;
}

export function ChooseStep({ form, suggested }: ChooseStepProps) {
  const { t, language } = useTranslation();
  const { provider, platform } = form.values;
  const choose = (next: ReturnType<typeof blankOf>) => {
    form.clearErrors();
    form.setValues(next);
  };
  const platforms = platformsOf(provider);
  return (
    <>
      <Radio.Group
        label={t('channels.kind')}
        value={provider}
        onChange={(chosen) =>
          choose(
            blankOf(
              providers.find((each) => each === chosen)!,
              suggested,
            ),
          )
        }
      >
        <div className={classes.kinds}>
          {providers.map((each) => {
            const carried = platformsOf(each);
            return (
              <Radio.Card key={each} value={each} className={classes.kind}>
                <span className={classes.icons}>
                  {carried.map((of) => (
                    <PlatformIcon key={of} platform={of} size={18} />
                  ))}
                </span>
                <span className={classes.kindName}>{manifestOf(each).name[language]}</span>
                <span className={classes.dim}>{carried.map((of) => t(`platform.${of}`)).join(', ')}</span>
              </Radio.Card>
            );
          })}
        </div>
      </Radio.Group>
      {platforms.length > 1 && (
        <SegmentedControl
          aria-label={t('channels.platform')}
          data={platforms.map((value) => ({ value, label: t(`platform.${value}`) }))}
          value={platform}
          onChange={(chosen) => choose(blankOf(provider, suggested, chosen))}
        />
      )}
      <TextInput
        label={t('channels.name')}
        description={t('channels.nameHint')}
        maxLength={100}
        {...form.getInputProps('name')}
      />
    </>
  );
}
