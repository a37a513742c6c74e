import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link, useLogout, useRedirect } from 'react-admin';
import { forgetSession, readSession, signOut } from '../providers/session.ts';
import { DoorCard } from './DoorCard.tsx';
import { Enrol } from './Enrol.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveFactor } from './RemoveFactor.tsx';

/** Sets up the second factor of the signed-in account, or turns it off. */
export function SecondFactorPage() {
  const { isOn, isRequired } = useFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  const redirect = useRedirect();
  const onRemoved = () => {
    forgetSession();
    redirect('/');
  };
  if (codes)
    return (
      <DoorCard title="Save your recovery codes">
        <RecoveryCodes codes={codes} />
      </DoorCard>
    );
  return (
    <DoorCard title={isOn === true ? 'Two-factor authentication' : 'Set up two-factor authentication'}>
      {isOn === true && <RemoveFactor onRemoved={onRemoved} />}
      {isOn === false && <Enrol onCodes={setCodes} />}
      {isRequired ? (
        <SignOutButton />
      ) : (
        <Button component={Link} to="/" fullWidth sx={{ mt: 1 }}>
          Back
        </Button>
      )}
    </DoorCard>
  );
}

function useFactor() {
  const [state, setState] = useState<{ isOn: boolean | undefined; isRequired: boolean }>({
    isOn: undefined,
    isRequired: false,
  });
  const logout = useLogout();
  useEffect(() => {
    readSession().then(
      ({ user, second_factor_required: isRequired = false }) => setState({ isOn: user.hasSecondFactor, isRequired }),
      () => logout(),
    );
  }, [logout]);
  return state;
}

function SignOutButton() {
  const logout = useLogout();
  const end = async () => {
    await signOut().catch(() => undefined);
    await logout();
  };
  return (
    <Button fullWidth onClick={end} sx={{ mt: 1 }}>
      Sign out
    </Button>
  );
}
