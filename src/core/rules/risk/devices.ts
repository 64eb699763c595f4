/** Whole disks: what writes to one destroys what it holds. */
import type { ShellWord } from '../shell/syntax';
import type { Effects } from './effects';

const disk =
  /^(?:\/private)?\/dev\/(?:sd|hd|vd|xvd|nvme|disk|mmcblk|md|dm-|mapper\/|rdisk|loop|mem$|kmem$|port$|zd|nbd|bcache|drbd)/;

export function isDisk(path: string): boolean {
  return disk.test(path);
}

/** Programs that only look at a disk, or use what is on it without writing over it. */
const onlookers =
  /^(?:lsblk|blkid|df|du|ls|stat|file|smartctl|udevadm|lsof|findmnt|mount|umount|test|\[|echo|printf|cat|head|tail|od|xxd|hexdump|strings|grep|fuser|readlink|realpath|eject|swapon|swapoff|blockdev|hdparm|fdisk|sfdisk|gdisk|parted|badblocks|cryptsetup|sudo|doas|env|nohup|time|timeout|nice|cd|find|dmsetup|losetup|lvs|pvs|vgs|pvdisplay|md5sum|sha\d+sum|cksum|fsck.*|e2fsck|tune2fs|dumpe2fs|chmod|chown|rm|docker|podman|qemu.*|git|cmp|diff|dd|xargs)$/;

/** `mke2fs /dev/sda`, and any other program that is given a disk and is not known to only look. */
export function addDisks(program: string, words: readonly ShellWord[], effects: Effects): void {
  if (program === 'dd') {
    for (const word of words.slice(1)) {
      const target = /^of=(.*)$/s.exec(word.value ?? word.raw)?.[1];
      if (target === undefined) continue;
      if (/^\/dev\/(?!null|stdout|stderr|zero|tty|fd)/.test(target)) effects.add('disk-write', target);
      else effects.add('file-write', target);
    }
    return;
  }
  if (onlookers.test(program)) return;
  for (const word of words.slice(1)) {
    const path = /^(?:-[^/=]*=?)?(\/.*)$/s.exec(word.value ?? word.raw)?.[1] ?? '';
    if (isDisk(path)) effects.add('disk-write', path);
  }
}
