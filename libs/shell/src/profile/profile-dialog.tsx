import { send } from '@cme/commons/api-client';
import { profilePutOff, type UserInfo } from '@cme/contract/person';
import { Alert, Modal, modalWidth, Stack } from '@cme/ui/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Button, Group, Text, toast } from '@cme/ui';
import { closeProfilePrompt, profilePromptAtom } from './profile-prompt.ts';
import { getMissingFields, ProfileFields, useProfileForm } from './profile-fields.tsx';
import { userInfoQuery, useUserInfo } from '../session/use-user-info.ts';

const words = {
  title: '完善个人资料',
  why: '学分认定和课程推荐需要以下信息，请补充完整。',
  needed: '继续之前，请先补充以下信息。',
  save: '保存',
  later: '以后再说',
  close: '关闭',
  saved: '资料已保存',
};

/**
 * Asks for exactly the missing fields of the profile. If postponed, it is not shown again in this
 * session unless something requires the profile.
 */
export function ProfileDialog() {
  const { user } = useUserInfo();
  const [askedUser, setAsked] = useState(user);
  if (!askedUser && user) setAsked(user);
  return askedUser ? <ProfileQuestion user={askedUser} /> : null;
}

function ProfileQuestion({ user }: { user: UserInfo }) {
  const client = useQueryClient();
  const { isNeeded } = useAtomValue(profilePromptAtom);
  const fields = getMissingFields(user);
  const { form, submit, isBusy, failure } = useProfileForm(fields, {}, () => {
    toast.success(words.saved);
    closeProfilePrompt();
  });
  const postpone = () => {
    closeProfilePrompt();
    client.setQueryData(
      userInfoQuery().queryKey,
      (user: UserInfo | undefined) => user && { ...user, profile_prompt: 'N' as const },
    );
    // If this fails, the user is merely asked once more.
    void send(profilePutOff, {}).catch(() => undefined);
  };
  return (
    <Modal
      opened
      onClose={postpone}
      title={words.title}
      size={modalWidth}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form onSubmit={submit} noValidate aria-busy={isBusy}>
        <Stack gap="md">
          <Text>{isNeeded ? words.needed : words.why}</Text>
          {failure ? (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          ) : null}
          <ProfileFields form={form} fields={fields} areaId={user.area_id} />
          <Group justify="flex-end">
            <Button variant="default" onClick={postpone}>
              {words.later}
            </Button>
            <Button type="submit" loading={isBusy}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
