/**
 * How the client says that whoever was removed may not come again, in English first, and in each other language in which it has words
 * for that: version 6.2.0 has them in 16 of its 17, and lacks them in Portuguese. A dialog of the same name holds whatever a
 * server refuses for another reason, so that the name alone does not tell (`apac.has_been_removed_dialog.content` of the package).
 */
export const removedBefore = [
  'You are unable to rejoin this meeting because you were previously removed by the host',
  'Sie können nicht erneut an diesem Meeting teilnehmen, weil Sie bereits vom Host entfernt wurden',
  'Usted no puede volver a unirse a esta reunión porque fue eliminado previamente por el anfitrión',
  'Vous ne pouvez pas participer à cette réunion car vous avez été précédemment supprimé par l’animateur',
  'Anda tidak dapat bergabung kembali ke rapat ini karena sebelumnya Anda telah dihapus oleh host',
  'Non puoi entrare di nuovo in questa riunione perché in precedenza sei stato rimosso dall’organizzatore',
  'お客様は以前ホストによって削除されているため、このミーティングに再参加できません',
  '이전에 호스트가 귀하를 제외했으므로 이 회의에 다시 참가할 수 없습니다',
  'U kunt niet meer deelnemen aan deze vergadering omdat u eerder door de host bent verwijderd',
  'Nie możesz dołączyć do tego spotkania, ponieważ wcześniej usunął Cię z niego prowadzący',
  'Вы не можете вернуться в конференцию, потому что организатор удалил вас из нее',
  'Du kan inte återgå till detta möte eftersom du tidigare har tagits bort av värden',
  'Daha önce oturum sahibi tarafından kaldırıldığınızdan bu toplantıya yeniden katılamazsınız',
  'Bạn không thể tham gia lại cuộc họp này vì trước đó bạn đã bị người chủ trì loại ra',
  '你无法重新加入此会议，因为此前你已被主持人移除',
  '您無法重新加入此會議，因為您之前已被主持人移除',
] as const;
