/// Keys of vim in twenty categories, each named as the rule that it begins with.
///
/// What we do otherwise on purpose is not asked:
/// - `gq` and `gw` leave Markdown's own lines alone (`VimOptions.knowsMarkdown`, off in rows), `=`, `!`,
///   `K` and tags are not there.
/// - `H`, `M`, `L` and the scrolling keys need a screen, which the judge has in another size.
/// - A range from a later line to an earlier one asks in vim whether to swap the two.
/// - What comes out otherwise, and is asked seldom: `.` behind `v…$` goes to the line's end, in vim back to
///   the line's start where a number overflows. Blanks behind a block that is put count its cells, in vim
///   the bytes of letters beyond ASCII. A put of nothing in an empty text is no step to undo.
/// - A register that a recording fills with keys that are no characters (`<End>`) has vim's own codes.
/// - `A` behind `v…$`, and where the cursor is at the start of what `v` selected, types a character
///   further to the left in vim, by an oversight there. A block that was selected with a count, or goes
///   over lines that are too short for it, is a guess for `O` and `.` in vim.
enum VimGrammar {
  /// How many of 500 rows each category has.
  static let shares: [(category: String, rows: Int)] = [
    ("motions", 50), ("operators", 55), ("objects", 45), ("counts", 20), ("visual", 50),
    ("registers", 30), ("dot", 30), ("macros", 20), ("marks", 20), ("ex", 40), ("search", 25),
    ("inserting", 25), ("indent", 12), ("joins", 10), ("case", 12), ("numbers", 12),
    ("undo", 14), ("replacing", 8), ("format", 4), ("sessions", 18), ("completing", 15),
  ]

  /// Texts that a category says more about.
  static let texts: [String: [String]] = [
    "numbers": [
      "page 9\npage 10\nlevel -3", "0x0f 0xAB 012 09", "v2.08 b-1 c20d", "8\n99\n-1\n0",
      "0b110 y 7\n1\n1\n1", "none here\n4",
    ],
    "joins": [
      "one\n  two\n\n  three", "a  \n) b\n  c\n\td", "x.\ny?\nz!\nend", "- p\n- q\n- r", "s\n\n\nt",
    ],
  ]

  static let grammar = KeyGrammar(
    #"""
    count:      «none»  «none»  «none»  2  2  3  4  7
    two:        2  2  3  4  5
    reg:        «none»  «none»  «none»  «none»  «none»  "«name»
    word:       foo  Bar  x  new text  42  é  (y)  zz
    typed:      «word»  «word»  «word»  «word»<CR>«word»
    esc:        <Esc>  <Esc>  <Esc>  <Esc>  «none»
    begin:      i  a  I  A  o  O
    entry:      «begin»«typed»<Esc>  «begin»«typed»<Esc>  2«begin»«word»<Esc>

    walk:       h  j  k  l  w  b  e  W  B  E  ge  gE
    inline:     0  ^  $  g_  «two»$  «two»|  «two»g_
    find:       «count»f«char»  «count»F«char»  «count»t«char»  «count»T«char»  f«char»;  F«char»,
                t«char»;;  T«char»2;  f«char»2,
    far:        gg  G  «line»G  «line»gg  50%  90%  «count»+  «count»-  «count»_  «count»<CR>  go  9go
    pair:       {  }  (  )  %  %  2}  2{  2)  2(  [(  ])  [{  ]}
    row:        gj  gk  g0  g$  g^  *  #  g*  g#  <Down>  <Up>  <Home>  <End>  3<Space>  2<BS>
    motion:     «count»«walk»  «count»«walk»  «count»«walk»  «count»«walk»  «inline»  «find»  «find»
                «far»  «pair»  «row»
    object:     «in»w  «in»w  «in»W  «in»s  «in»p  «in»p  «in»(  «in»)  «in»b  «in»{  «in»}  «in»B
                «in»[  «in»]  «in»<lt>  «in»>  «in»t  «in»"  «in»'  «in»`
    in:         i  a
    lines:      j  k  G  gg  }  2j  ip  ap  _  +  -
    act:        d  d  d  y  >  <lt>  gu  gU  g~  g?
    onmotion:   «reg»«count»«act»«motion»  «reg»«act»«motion»  «act»«motion»
                c«motion»«typed»«esc»  «reg»c«motion»«word»<Esc>
    onobject:   «reg»«act»«object»  «act»«object»  «act»2«object»  c«object»«typed»«esc»
    step:       «motion»  «motion»  x  X  D  J  ~  p  P  dd  yy  «onmotion»  «entry»

    motions:    «motion»  «motion»  «motion»«motion»  «motion»«motion»«motion»
    operators:  «onmotion»  «onmotion»  «onmotion»  «reg»«count»«whole»  «reg»«count»«whole»
                d«force»«motion»  y«force»«motion»P  «two»d«two»«walk»  d/«pattern»<CR>
                «act»?«found»<CR>
    force:      v  V  <C-v>
    whole:      dd  yyp  >>  <lt><lt>  g~~  guu  gUU  g??  Y  D  x  X  s«word»<Esc>  S«word»<Esc>
                C«word»<Esc>  cc«word»<Esc>  ~  r«char»  r<CR>
    objects:    «onobject»  «onobject»  «onobject»  «motion»«onobject»  v«object»«grown»
                v«object»«object»«grown»
    grown:      «none»  d  y  U  c«word»<Esc>
    counts:     «many»«counted»  «two»d«two»«walk»  «two»"«name»«two»yyp  «two»"«name»«two»dd
                «two»d«object»  «two»gU«object»  «two»f«char»x  «two»T«char»x
    many:       2  3  5  8  11  15
    counted:    x  X  J  ~  p  P  w  dd  yyp  dw  D  rz  ia<Esc>  ob<Esc>  Ac<Esc>  IX<Esc>  s«word»<Esc>
                cwq<Esc>  G  gg  |  %  >>

    shape:      v  v  V  <C-v>  <C-v>
    grow:       «motion»  «motion»  «motion»«motion»  «object»  j  l  $  w  e  jo«walk»
    visual:     «shape»«grow»«done»  «shape»«grow»«grow»«done»  «shape»«grow»«done»  yiw«shape»«grow»p
                2vy  3Vd  <C-v>j«walk»A«word»<Esc>  <C-v>2j$A«word»<Esc>
    done:       «none»  d  x  y  >  <lt>  u  U  ~  J  gJ  r«char»  p  P  X  D  Y  R«word»<Esc>  c«word»<Esc>
                s«word»<Esc>  C«word»<Esc>  I«word»<Esc>  <Esc>gv
                <Esc>`>x  y`>p  g?  g~  :d<CR>  :s/e/_/g<CR>  :normal Ax<CR>  «shape»  y«motion»gvp
    registers:  "«name»y«half»«motion»"«name»p  "«name»d«half»«motion»"«name»P
                "«name»yy«motion»"«NAME»y«half»"«name»p  "«name»yw"«NAME»dd"«name»2p
                dddd"1p  dddddd"2p  dddd"1pu.  dddd"1pu.u.  yiw«motion»diw"0P  yiw«motion»diw"-P
                ddyiw«motion»"1P  "_dd«put»  "_diw«put»  "_ciw«word»<Esc>«put»  yiw«motion»viwp«put»
                yiw«motion»viw"0p  yiw«motion»Vpp  yiwo<C-r>"<Esc>  yiwA<C-r>0 <C-r>-<Esc>
                y«half»«motion»gp  y«half»«motion»gP  y«half»«motion»3p  yy«motion»]p
                i«word»<Esc>«motion»".p  /«found»<CR>"/P  <C-v>jly«motion»p  <C-v>j$y«motion»P
                :let @«name»='«word»'<CR>"«name»p  :1y «name»<CR>:$pu «name»<CR>
                :1d «name»<CR>:pu! «name»<CR>  xp«motion»xp  ddp«motion»ddkP
    half:       y  w  $  iw  ip
    put:        p  P  u
    dot:        «change»«again»  «change»«again»  «change»«again»«again»
    change:     x  3x  X  ~  J  dd  2dd  D  p  P  r«char»  >>  gUiw  g~w  guu  yyp  «onmotion»  «onobject»
                «entry»  ciw«word»<Esc>  cw«word»<Esc>  c$«word»<Esc>  cf«char»«word»<Esc>
                v2ld  veU  Vjd  VJ  vec«word»<Esc>
                R«word»<Esc>  s«word»<Esc>  «count»<C-a>  A«word»<BS>«word»<Esc>  *Ncgn«word»<Esc>
    again:      .  «motion».  «motion»3.  u.  «motion»..
    macros:     q«name»«body»q«motion»@«name»  q«name»«body»qj@«name»@@  q«name»«body»q2@«name»
                q«name»«body»q@«name»k  q«name»«tidy»q«many»@«name»
                qaqqa«tidy»@aqgg@a  qaxqqA«walk»q@a  :let @a='dwj'<CR>@a@@  :let @a='xp'<CR>@a.
                gg0"ay$«motion»@a  q«name»«body»q:%normal @«name»<CR>  qbn«body»q/«f»<CR>@b
    body:       «tame»  «tame»«tame»  «tame»j0  «tame»w«tame»
    tame:       «count»«walk»  «count»«walk»  «find»  x  D  J  ~  dd  yyp  «reg»d«walk»  c«walk»«word»<Esc>  «entry»
    tidy:       A,<Esc>j  I- <Esc>j  0xj  xj0  Jx  f x  ddp  yyp<C-a>  dwj
    marks:      ma«motion»«tomark»  ma«motion»mb«motion»:'a,'b><CR>  ma«motion»mb«motion»`a
                «onmotion»«edge»  veyw«edge»  Vjy«motion»gv  ve<Esc>«motion»`<lt>  <C-v>jl<Esc>«motion»gvd
                G``  gg''  }``x  /«found»<CR>''x  G<C-o>  gg<C-o><C-i>  3Gx<C-o>
                maO«word»<Esc>`a  maggdd'a  maggOa<CR>b<Esc>`ax  madd`a  maJ`a  makJ'a
                «entry»«motion»«entry»g;  «entry»«motion»«entry»g;g;g,  «step»«motion»gi«word»<Esc>
                «onmotion»«motion»`.  ma«motion»:delmarks a<CR>`a  magg]`  maG['
    tomark:     'a  `a  d'a  d`a  y`a  c`a«word»<Esc>  gU`a  >'a  v`ad  y'aP
    edge:       `[  `]  '[  ']  `.  '.  `^
    ex:         :«range»s/«pattern»/«new»/«flags»<CR>  :%s/«pattern»/«new»/«flags»<CR>
                :%s/\(«f»\)\(«o»\)/\2\1/g<CR>  :%s/\v(\w+)\s+(\w+)/\2 \1/<CR>
                :s/«f»/_/<CR>«motion»«resub»  :%s/«f»/#/gc<CR>«asked»
                :«global»/«pattern»/«each»<CR>  :«global»/«pattern»/«each»<CR>
                :«range»«line command»<CR>  :«range»«line command»<CR>
                :«some»sort«sorted»<CR>  :%norm«each normal»<CR>  :2norm«each normal»<CR>
                :«address»<CR>  x:undo<CR>  xx:undo 0<CR>  dd:u|red<CR>  :1a<CR>new line<CR>.<CR>
                :$i<CR>one<CR>two<CR>.<CR>  :c<CR>changed<CR>.<CR>  :ma a|+1d|'a<CR>  :%retab<CR>
    range:      «none»  «none»  %  .  $  1  2  1,2  .,$  .,+1  -1,.  1,$  /«found»/  1;+1  ?«found»?  0
    flags:      «none»  g  g  i  gi  n  e  I
    new:        X  «none»  [&]  \u&  \U&\E!  a\rb  \0\0  \t  x\/y  \L&  \&
    resub:      &  :&&<CR>  :s<CR>  g&  :%&&<CR>  :~<CR>  :s//-/<CR>
    asked:      yny  nya  yyq  nq  l  yl  ynyn<Esc>  a
    global:     g  g  v  g!
    each:       d  s/«f»/_/  normal A!  m0  t.  j  normal dw  m$  >  s/$/./  norm ~
    line command:  d  d 2  j  j!  >  <lt>  y|pu  co.  t0  t$  m0  m$  co 1  d «name»|pu «name»  >>  left
                left 2  right 20  center 20
    some:       «none»  %  2,$
    sorted:     «none»  !  <Space>n  <Space>u  <Space>i  <Space>iu  ! n  <Space>/\w\+ /  <Space>/\d/ r
    each normal:  <Space>x  <Space>dw  <Space>A;  ! I-  ! ~~  <Space>0D  <Space>J  ! yyp  <Space>>>  al ciw«word»
    address:    2  $  1  +1  -1  99  /«found»/  2|s/e/E/  2d|1pu  1,2j|s/ /_/
    pattern:    «found»  «found»  «fo»  «f»  \<lt>«found»\>  «f».  ^\s*  [0-9]\+  [aeiou]  \w\+$  \s\+
                «FOUND»\c  \v(«fo»|z)  a\{2,}  \.  «f»\zs«o»  \k\+  \v<lt>\a  $  ^  nowhere
                \d\@<lt>!\d  \V.  «f»\=«o»
    bare:       «found»  «fo»  «f»  \<lt>«found»\>  «f».  [aeiou]  \w\+$  \s\+  \v<lt>\a
    search:     /«pattern»<CR>«hit»  ?«pattern»<CR>«hit»  /«bare»/«offset»<CR>«hit»
                ?«bare»?«offset»<CR>«hit»  «star»  «star»n  «star»Nx  «count»«star»cw«word»<Esc>n.
                d/«found»/e<CR>  c/«found»<CR>«word»<Esc>n.  /«found»<CR>«match»  v/«pattern»<CR>d
                /«bare»<CR>«motion»//<CR>  /«bare»<CR>?<CR>  :set ic<CR>/«FOUND»<CR>n
                :set ic scs<CR>/«Found»<CR>n  :set nows<CR>/«f»<CR>nn  y/«found»<CR>P  /\%2l<CR>
    hit:        «none»  «none»  n  N  nn  2n  x  dn  cnZ<Esc>  ``
    offset:     e  e+1  s-1  +1  -1  b+2  e-1
    star:       *  #  g*  g#
    match:      gn  dgn  cgn«word»<Esc>  ggcgn«word»<Esc>.  gnd  gNd  dgN  gUgn  0gn
    completing: «open»«begun»«choose»<Esc>  «open»«begun»«choose»<Esc>  «open»«begun»«choose»«begun»<Esc>
                «open»«begun»«choose»<Esc>j.  «open»«begun»«choose»<Esc>u  «open»«choose»<Esc>
    open:       o  O  A<Space>  I  a<Space>  cw  S
    begun:      a  b  f  fo  o  on  s  se  t  th  to  w  e
    choose:     <C-n>  <C-p>  <C-n><C-n>  <C-p><C-p>  <C-p><C-n>  <C-n><C-n><C-n>  <C-n><C-e>  <C-n><BS>
                <C-x><C-n>  <C-x><C-p>  <C-x><C-l>  <C-x><C-l><C-l>  <C-x><C-n><C-n>  <C-n><C-w>
    inserting:  «enter»«word»«edit»«esc»  «enter»«word»«edit»«edit»«esc»  «enter»«edit»«word»<Esc>.
                «enter»«word»«edit»«word»«edit»<Esc>u  yiw«enter»«edit»«edit»«word»<Esc>
    enter:      i  a  A  I  o  O  cw  C  s  S  R  2i  3A  gi  gI
    edit:       <C-w>  <C-u>  <BS>  <C-h>  <Del>  <C-t>  <C-d>  <C-e>  <C-y>  <C-a>  <CR>  <Tab>  <Left>
                <Right>  <Up>  <Down>  <Home>  <End>  <C-r>"  <C-o>x  <C-o>dw  <C-o>0  <C-o>$  <C-o>D
                <C-o>2h  <C-o>~  <C-o>p  <C-v>065  <C-v>u20ac  <C-v><Tab>  <C-k>e:  <C-k>a'  <C-j>
                <C-g>u  <C-Left>  <S-Right>  <C-r>=1+2<CR>  <BS><BS>
    indent:     «count»«shift»«after»  «count»«shift»«after»  V«grow»>«after»  V«grow»<lt>«after»
                :set sw=2<CR>«shift»  :set noet<CR>«shift»  :set sr<CR>«shift»  o«word»<C-t><Esc>.
                O«word»<CR>«word»<C-d><Esc>  A<CR>«word»<CR><Esc>  :%><CR>  :.,+1<lt><CR>  v}>
                <C-v>jl>  <C-v>jl<lt>  yy«motion»]p  yy«motion»[p  :set sw=0<CR>«shift»
                :set sts=2<CR>A<Tab>«word»<Tab><BS>x<Esc>  :set sts=3 noet<CR>I<Tab><Tab><BS>«word»<Esc>
    shift:      >>  <lt><lt>  >j  <lt>j  >ip  <lt>ap  >}  >G  <lt>k
    after:      «none»  «none»  .  u  ..  j.
    joins:      «count»J«after»  «count»gJ«after»  VjJ«after»  V2jgJ  vipJ  v«motion»J  :j<CR>  :%j!<CR>
                :1,3j<CR>  :2j3<CR>  «motion»3J  A<Space><Space><Esc>J  jI)<Esc>kJ  o<Esc>kJJ
                :set js<CR>«count»J«after»  :set js<CR>A.<Esc>J  :set js<CR>A!<Space><Esc>J
    case:       «count»~«after»  g~«motion»  gu«motion»  gU«object»  g?«lines»  «count»gUU  «count»g~~
                guu.  g??  gUgU  gugu  «shape»«grow»U  «shape»«grow»~w.  «shape»«grow»u
                :s/\w\+/\u&/g<CR>  :s/\w\+/\U&/<CR>  :set top<CR>~«motion»
    numbers:    «count»<C-a>«after»  «count»<C-x>«after»  «motion»10<C-a>  «motion»99<C-x>  Vj<C-a>
                VGg<C-a>  Vipg<C-x>  vj3<C-a>  <C-v>j<C-a>  <C-v>2jg<C-a>.  yyp<C-a>yyp<C-a>
                qayyp<C-a>q2@a  :set nf=alpha<CR><C-a>  :set nf=octal<CR><C-a>
                :set nf=unsigned<CR><C-x>  :set nf=hex,alpha<CR>«count»<C-a>
    undo:       «entry»«back»  «entry»«entry»«back»  «entry»«motion»«entry»«back»  x«back»  dd«entry»«back»  J«entry»«back»  A«word»<C-g>u«word»<Esc>u
                A«word»<Left>«word»<Esc>u  A«word»<CR>«word»<Esc>uu  ix<Esc>u«entry»g-  ix<Esc>u«entry»g-g-g+
                xuia<Esc>:undo 0<CR>  3xu  2ddu  :%s/«f»/_/g<CR>u  ddpu<C-r>
    back:       u  uu  3u  u<C-r>  uu<C-r>  uu2<C-r>  U  UU  Uu  uuu  u.
    replacing:  «count»r«char»  r<CR>  3ré  «count»R«typed»«esc»  R«word»<BS><BS><Esc>  R«word»<Esc>.
                R«word»<Esc>u  R«word»<C-w><Esc>  R«word»<Left>q<Esc>  ver«char»  Vjr-  <C-v>jlr«char»
                gR«word»<Esc>  gr«char»
    format:     :set js tw=25<CR>«fill»  :set tw=20<CR>«fill»  :set tw=10<CR>«fill»  :set tw=30<CR>A «word» «word» and more words<Esc>
    fill:       gqq  gqip  gqj  gggqG  Vgq
    sessions:   «part»<Esc>«part»<Esc>«part»  «part»<Esc>«part»<Esc>«part»<Esc>«part»
    part:       «motions»  «operators»  «objects»  «counts»  «visual»  «registers»  «dot»  «joins»  «case»
                «marks»  «search»  «undo»  «step»  «step»
    """#)
}
