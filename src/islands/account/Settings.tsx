import type { ReactNode } from 'react';
import type { UserInfo } from '#src/contract/entities/visitor.ts';
import type { IslandIconName } from '#src/lib/island-icons.ts';
import type { deleteAccount } from '#src/stores/account-settings.ts';
import type { signOut } from '#src/stores/sign-in.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Island } from '../ui/use-island.ts';
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

/** What a visitor can change about the account; one opens at a time. */
export function Settings({ island, user, leave, remove }: SettingsProps) {
  const { t } = island;
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
