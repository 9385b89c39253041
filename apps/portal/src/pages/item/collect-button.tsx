import { send } from '@cme/commons/api-client';
import { Button, Icon, toast } from '@cme/ui';
import { isSignInCancelled, refresh, useSession, useSignIn } from '@cme/shell';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import css from './item-tools.module.css';
import { itemWords } from './item.words.ts';

const collectionState = async () =>
  (await import('@cme/contract/content/collection')).collectionState;
const collectionToggle = async () =>
  (await import('@cme/contract/content/collection')).collectionToggle;

interface Props {
  item: { content_type: string; id: string };
}

const stateQuery = ({ content_type, id }: Props['item']) =>
  queryOptions({
    queryKey: ['collection', 'state', id],
    queryFn: ({ signal }) =>
      send(collectionState, { refs: [{ content_type, id }] }, { signal }).then(({ collected }) =>
        collected.includes(id),
      ),
    staleTime: 0,
  });

/**
 * Guests are asked to sign in first; then it is collected. The desired state is sent, so that a
 * second tab or click does not toggle it back.
 */
export function CollectButton({ item }: Props) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const { signedIn } = useSession();
  const state = useQuery({ ...stateQuery(item), enabled: signedIn });
  const isCollected = signedIn && state.data === true;
  const toggle = useMutation({
    mutationFn: async (collected: 'Y' | 'N') => {
      await requireSignIn();
      return send(collectionToggle, { content_type: item.content_type, id: item.id, collected });
    },
    onSuccess: ({ collected }) => {
      client.setQueryData(stateQuery(item).queryKey, collected === 'Y');
      toast.success(collected === 'Y' ? itemWords.collected : itemWords.uncollected, {
        key: 'collect',
      });
      void refresh(client, { queryKey: ['collection'] });
    },
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
  });
  return (
    <Button
      variant="subtle"
      size="md"
      className={css.tool}
      data-on={isCollected}
      loading={toggle.isPending}
      leftSection={<Icon name="care" size={18} />}
      onClick={() => toggle.mutate(isCollected ? 'N' : 'Y')}
    >
      {isCollected ? itemWords.isCollected : itemWords.collect}
    </Button>
  );
}
