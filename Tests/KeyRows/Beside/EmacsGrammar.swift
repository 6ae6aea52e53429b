/// Keys of emacs in nineteen categories, each named as the rule that it begins with. `EmacsJudge` says
/// which keys cannot be asked.
enum EmacsGrammar {
  /// How many of 500 rows each category has.
  static let shares: [(category: String, rows: Int)] = [
    ("motions", 50), ("inserting", 20), ("deleting", 42), ("killing", 42), ("popping", 20),
    ("mark", 34), ("transposing", 25), ("case", 28), ("filling", 20), ("searching", 36),
    ("replacing", 28), ("rectangles", 28), ("registers", 20), ("macros", 22), ("arguments", 33),
    ("undo", 32), ("lines", 20), ("completing", 12), ("naming", 16),
  ]

  /// Sentences end with two blanks here, as emacs is shipped.
  static let texts = [
    "It rained.  We stayed in!  Was it late?  Yes.\nThe sun came out.  Then we left.\n",
    "first line of the one\nand second\n\na paragraph whose lines are longer than the column\nit is filled to\n\nend\n",
    "(one (two three) [four]) \"five six\" seven\n", "no line ending here",
    "zoë at the café\nÀ LA CARTE\n", "日本語 メモ\nmixed 漢字\n", "1234\n5678\n9012\n3456\n", "",
  ]

  static let grammar = KeyGrammar(
    #"""
    arg:        «none»  «none»  «none»  «none»  M-2  M-3  C-u  M--  C-u 5  M-- M-2
    word:       f o o  x  n e w  a SPC b
    walk:       C-f  C-b  C-n  C-p  C-a  C-e  M-f  M-b  M-a  M-e  M-{  M-}  M-<  M->  M-m  C-M-f  C-M-b
    motion:     «arg» «walk»  «walk»  «walk»
    motions:    «motion»  «motion» «motion»  «motion» «motion» «motion»
    inserting:  «word»  RET  C-o  C-j  «arg» z  C-q C-j  C-q TAB  C-M-o  «word» RET «word»  «motion» «word»
                «arg» C-o  M-3 RET  «motion» C-o «word»
    deleting:   «arg» «gone»  «motion» «gone»  «gone» «gone»
    gone:       C-d  DEL  M-d  M-DEL  C-k  M-k  M-\  M-SPC  C-x C-o  M-^  C-M-k  C-x DEL  M-z «char»
    killing:    «motion» «kill» «motion» «yank»  «kill» «motion» «yank»  «kill» «kill» «motion» «yank»
    kill:       C-k  M-d  M-d M-d  C-k C-k  M-DEL  C-SPC «motion» C-w  C-SPC «motion» M-w  M-k
                C-M-w M-d  C-SPC M-> C-w
    yank:       C-y  C-y C-y  C-u C-y  M-2 C-y  C-y M-y  C-y C-x C-x
    popping:    C-k C-n M-d «motion» C-k «pop»  M-d C-f M-d C-f M-d «motion» «pop»
    pop:        C-y M-y  C-y M-y M-y  C-y M-y M-y M-y  C-y M-2 M-y  C-y M-- M-y  C-u 2 C-y  C-u 3 C-y
    mark:       «set» «motion» «used»  «set» «motion» «motion» «used»  «set»  «set» «used»
    set:        C-SPC  C-SPC C-SPC  M-@  M-h  C-x h  C-M-SPC  M-2 M-@  C-@
    used:       C-x C-x  C-w  M-w  C-u C-SPC  C-x C-x C-d  M-< C-u C-SPC
    transposing:  «arg» «swap»  «motion» «swap»  «swap» «swap»  «motion» «arg» «swap»
    swap:       C-t  M-t  C-x C-t  C-M-t
    case:       «arg» «change»  «motion» «change»  «motion» «arg» «change»  «change» «change»
                C-SPC «motion» C-x C-u  C-SPC «motion» C-x C-l
    change:     M-u  M-l  M-c
    filling:    M-q  C-x h M-q  M-> M-q  C-u 2 0 C-x f M-q  C-SPC M-> M-q  M-h M-q
                C-e SPC a n d SPC s o m e SPC m o r e SPC w o r d s SPC h e r e M-q  «motion» M-q
    searching:  C-s «what» «end»  C-r «what» «end»  «motion» C-s «what» «end»
    what:       «found»  «fo»  «f»
    end:        RET  C-s RET  C-s C-s RET  C-r RET  DEL RET  C-f  C-a  C-w RET  RET C-x C-x
                RET C-s C-s RET
    completing: «motion» SPC «begun» «more»  M-> «begun» «more»  «motion» SPC «begun» «more» C-/
    begun:      a  b  f  f o  o  o n  s  s e  t  t h  t o  w  e  T  O n
    more:       M-/  M-/ M-/  M-/ M-/ M-/  M-/ SPC M-/  C-u 2 M-/  M-- M-/
    naming:     C-x h M-x «whole» RET  C-SPC «motion» M-x «whole» RET  M-x «plain» RET
                «arg» M-x «plain» RET  M-< M-x «matched» RET «what» RET
                M-< M-x r e p l a c e - s t r i n g RET «what» RET «new» RET
    whole:      s o r t - l i n e s  r e v e r s e - r e g i o n  u n t a b i f y  t a b i f y
                d e l e t e - d u p l i c a t e - l i n e s  c a p i t a l i z e - r e g i o n
                d e l e t e - r e g i o n  f i l l - r e g i o n
    plain:      t r a n s p o s e - w o r d s  k i l l - w o r d  f o r w a r d - w o r d
                d e l e t e - t r a i l i n g - w h i t e s p a c e  u p c a s e - c h a r  j o i n - l i n e
                b a c k w a r d - k i l l - p a r a g r a p h
    matched:    f l u s h - l i n e s  k e e p - l i n e s
    replacing:  M-< M-% «what» RET «new» RET «answers»  M-% «what» RET «new» RET «answers»
    new:        Q  z z
    answers:    !  y n q  y y q  n y .  y !  SPC DEL q  n !
    rectangles:  C-SPC «side» «block»  «motion» C-SPC «side» «block»
    side:       C-n  C-n C-n  C-n C-f C-f  C-n C-e
    block:      C-x r k  C-x r d  C-x r c  C-x r o  C-x r t a b RET  C-x r M-w  C-x r N
                C-x r k C-x r y  C-x r k M-> C-x r y  C-x r M-w M-< C-x r y
    registers:  C-SPC «motion» C-x r s «name» «motion» C-x r i «name»
                C-x r SPC «name» «motion» C-x r j «name»  M-5 C-x r n «name» C-x r + «name» C-x r i «name»
                C-SPC C-n C-f C-x r r «name» M-> C-x r i «name»
    macros:     C-x ( «body» C-x ) «again»  «motion» C-x ( «body» C-x ) «again»
    body:       x C-n  M-d C-n  C-e ! C-n  C-a - SPC C-n  M-f M-u  C-k C-n  «motion» C-d
    again:      C-x e  C-x e e  C-x e e e  C-u 2 C-x e  M-3 C-x e
    arguments:  «many» «given»  «motion» «many» «given»
    many:       C-u  C-u C-u  M-4  C-u 7  M--  C-u - 3  M-1 M-2  C-u 1 2 C-u
    given:      C-f  C-n  a  C-d  DEL  C-k  M-f  C-o  RET  M-u  C-p  C-t  - SPC  *  C-b  M-b
    undo:       «step» «back»  «step» «step» «back»  «step» «step» «step» «back»
    step:       «word»  C-k  M-d  C-t  M-u  RET  C-d C-d  M-DEL  «motion»
    back:       C-/  C-/ C-/  C-/ C-/ C-/  C-_  C-x u  C-/ C-f C-/  C-/ C-/ C-f C-/  C-u 2 C-/
    lines:      C-x C-o  M-^  M-1 M-^  C-x h C-u 2 C-x TAB x  C-o C-o  C-M-o  M-m C-k  M-SPC M-SPC  M-\  M-i
                M-g g 2 RET  M-g c 5 RET  «motion» C-x C-o  «motion» M-^
    """#)
}
