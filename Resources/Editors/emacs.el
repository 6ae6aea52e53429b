;;; notes-tui as the language server of your notes, by eglot.
;; Copy this into your init.el. Eglot is a part of Emacs from 29 on; older ones
;; have it as a package, which Debian calls elpa-eglot.

(require 'eglot)

(defvar notes-folder (expand-file-name "~/notes/"))

(add-to-list 'auto-mode-alist
             (cons (concat "\\`" (regexp-quote notes-folder) ".*\\.md\\'") 'notes-mode))

(define-derived-mode notes-mode text-mode "Notes")

(add-to-list 'eglot-server-programs
             `(notes-mode . ("notes-tui" "lsp" "--vault" ,notes-folder)))

;; A vault needs no repository: the folder itself is the project.
(defun notes-project (folder)
  (when (string-prefix-p notes-folder (expand-file-name folder))
    (cons 'transient notes-folder)))

(add-hook 'project-find-functions #'notes-project)
(add-hook 'notes-mode-hook #'eglot-ensure)
