import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

interface Props {
  readonly label: string;
  readonly isBusy?: boolean;
  /** Whether something is missing on this step. The person can only go back. */
  readonly isIncomplete?: boolean;
  /** Shown above the buttons. */
  readonly problem?: string;
  readonly onBack?: (() => void) | undefined;
}

/** The buttons below a step: the main one submits the form. */
export function StepButtons({ label, isBusy = false, isIncomplete = false, problem = '', onBack }: Props) {
  return (
    <Stack sx={{ gap: 2, mt: 3 }}>
      {problem !== '' && <Alert severity="error">{problem}</Alert>}
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between' }}>
        {onBack ? (
          <Button onClick={onBack} disabled={isBusy} sx={{ minHeight: 44 }}>
            Back
          </Button>
        ) : (
          <span />
        )}
        <Button
          type="submit"
          variant="contained"
          disabled={isBusy || isIncomplete}
          sx={{ minHeight: 44, minWidth: 120 }}
        >
          {label}
        </Button>
      </Stack>
    </Stack>
  );
}
