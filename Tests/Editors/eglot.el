;;; A person's work with notes in Emacs, by the configuration in Resources/Editors. -*- lexical-binding: t -*-

(defun notes-test-file (name) (expand-file-name name notes-folder))

(defun notes-test-wait (what fact)
  (with-timeout (10 (error "%s: %s" what (buffer-string)))
    (while (not (funcall fact)) (accept-process-output nil 0.02))))

(defun notes-test-open (name)
  (find-file (notes-test-file name))
  (unless (derived-mode-p 'notes-mode) (error "%s is in %s" name major-mode))
  (unless (eglot-current-server) (call-interactively #'eglot))
  (notes-test-wait name (lambda () (eglot-current-server))))

;; A person says yes to the change of files that are not open.
(fset 'y-or-n-p (lambda (&rest _) t))

(setq eglot-sync-connect 10 eglot-confirm-server-initiated-edits nil
      make-backup-files nil)

(notes-test-open "a.md")

;; Completion in text that was never saved.
(goto-char (point-max))
(insert "\nwörds 😀 [[Bet")
(let* ((found (eglot-completion-at-point))
       (names (all-completions (buffer-substring (nth 0 found) (nth 1 found)) (nth 2 found))))
  (unless (seq-some (lambda (name) (string-match-p "Beta" name)) names)
    (error "completion: %S" names)))
(revert-buffer t t)

;; Definition.
(goto-char (point-min))
(search-forward "[[work/b#Pa")
(call-interactively #'xref-find-definitions)
(unless (and (equal buffer-file-name (notes-test-file "work/b.md")) (= (line-number-at-pos) 5))
  (error "definition: %s:%d" buffer-file-name (line-number-at-pos)))

;; A heading is renamed in all files, and undone in one.
(goto-char (point-min))
(search-forward "## Par")
(eglot-rename "Chapter")
(unless (string-match-p "## Chapter" (buffer-string)) (error "heading: %s" (buffer-string)))
(with-current-buffer (find-file-noselect (notes-test-file "a.md"))
  (unless (string-match-p "work/b#Chapter" (buffer-string)) (error "link: %s" (buffer-string)))
  (undo-boundary)
  (primitive-undo 1 (seq-drop-while #'null buffer-undo-list))
  (unless (string-match-p "work/b#Part" (buffer-string)) (error "undo: %s" (buffer-string))))

;; What is broken is shown.
(switch-to-buffer (find-file-noselect (notes-test-file "a.md")))
(flymake-start)
(notes-test-wait "diagnostics"
                 (lambda ()
                   (seq-some (lambda (found) (string-match-p "no note" (flymake-diagnostic-text found)))
                             (flymake-diagnostics))))
(message "eglot: all steps passed")
(kill-emacs 0)
