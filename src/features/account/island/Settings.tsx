import type { ReactNode } from 'react';
import type { UserInfo } from '#src/contract/entities/visitor.ts';
import type { signOut } from '#src/features/sign-in/state/sign-in.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { IslandIconName } from '#src/shell/island/island-icons.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $canExport } from '../state/account-lists.ts';
import type { deleteAccount } from '../state/account-settings.ts';
import { DataDownload } from './DataDownload.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { DeviceList } from './DeviceList.tsx';
import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';

interface SettingsProps {
  readonly island: Island<'account'>;
  readonly user: UserInfo;
  readonly leave: typeof signOut;
  readonly remove: typeof deleteAccount;
}

/** The account settings. Only one section is open at a time. */
export function Settings({ island, user, leave, remove }: SettingsProps) {
  const { t } = island;
  const canExport = useStored($canExport, false);
  return (
    <section className="account-settings" aria-labelledby="account-settings">
      <h2 id="account-settings">{t('settings')}</h2>
      <Setting icon="pencil" title={t('name')}>
        <NameForm t={t} name={user.name} />
      </Setting>
      <Setting icon="lock" title={t('change-password')}>
        <PasswordForm t={t} />
      </Setting>
      <Setting icon="eye" title={t('devices')}>
        <DeviceList island={island} leave={leave} />
      </Setting>
      {canExport && (
        <Setting icon="download" title={t('my-data')}>
          <DataDownload t={t} />
        </Setting>
      )}
      <Setting icon="trash" title={t('delete-account')}>
        <DeleteForm island={island} remove={remove} />
      </Setting>
    </section>
  );
}

interface SettingProps {
  readonly icon: IslandIconName;
  readonly title: string;
  readonly children: ReactNode;
}

function Setting({ icon, title, children }: SettingProps) {
  return (
    <details name="account-setting">
      <summary>
        <Icon name={icon} />
        <span>{title}</span>
        <Icon name="next" />
      </summary>
      <div className="account-setting">{children}</div>
    </details>
  );
}
